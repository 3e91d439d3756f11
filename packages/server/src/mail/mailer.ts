import { createTransport, type Transporter } from 'nodemailer';

/** A mail server, and the address that mails are from. */
export interface MailSettings {
  /** `smtp://` or `smtps://`, with a user and a password where the server asks for them. */
  readonly url: string;
  readonly from: string;
}

/** A mail of plain text to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Milliseconds that each step of sending a mail may take. */
const PATIENCE = 10_000;

/** Hands mails to the mail server, one after the other, off the path of the request that asks for one. */
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
      // Mails have text only; nothing in one may name a file or an address to read.
      ...{ disableFileAccess: true, disableUrlAccess: true },
    });
  }

  /**
   * Sends a mail some time soon, once it is written. The caller does not wait, so that the time of an answer does not tell whether there was
   * something to send; a mail that cannot be sent is reported and not tried again.
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

  /** Finishes with the mails that are being sent. */
  async close(): Promise<void> {
    await Promise.all(this.#pending);
    this.#transport.close();
  }
}
