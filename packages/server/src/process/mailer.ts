import { createTransport, type Transporter } from 'nodemailer';

export interface MailSettings {
  /** `smtp://` or `smtps://`, with user and password if required. */
  readonly url: string;
  readonly from: string;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Timeout of each step of sending a mail, in milliseconds. */
const PATIENCE = 10_000;

/** Sends mails one at a time, outside the requests that cause them. */
export class Mailer {
  readonly #transport: Transporter;
  readonly #from: string;
  readonly #onFailure: (error: unknown) => void;
  readonly #pending = new Set<Promise<void>>();

  constructor({ url, from }: MailSettings, onFailure: (error: unknown) => void) {
    this.#from = from;
    this.#onFailure = onFailure;
    this.#transport = createTransport({
      ...{ url, pool: true, maxConnections: 1 },
      ...{ connectionTimeout: PATIENCE, greetingTimeout: PATIENCE, socketTimeout: PATIENCE },
      // Mails are plain text. Keeps the library from reading files or URLs.
      ...{ disableFileAccess: true, disableUrlAccess: true },
    });
  }

  /**
   * Queues a mail, which may not be written yet. The caller does not wait, so that response times
   * do not reveal whether a mail is sent. A mail that fails is reported, not retried.
   */
  post(mail: Mail | Promise<Mail | undefined>): void {
    const sending = this.#send(mail)
      .catch(this.#onFailure)
      .finally(() => this.#pending.delete(sending));
    this.#pending.add(sending);
  }

  async #send(written: Mail | Promise<Mail | undefined>): Promise<void> {
    const mail = await written;
    if (!mail) return;
    const { to, subject, text } = mail;
    await this.#transport.sendMail({ from: this.#from, to: { name: '', address: to }, subject, text });
  }

  /** Waits until all pending mails are sent. */
  async close(): Promise<void> {
    await Promise.all(this.#pending);
    this.#transport.close();
  }
}
