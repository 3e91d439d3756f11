import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type Service, startService } from './service.ts';

export interface ReceivedMail {
  readonly to: readonly string[];
  /** Headers and body as sent, with soft line breaks removed. */
  readonly text: string;
}

/** A mail server that stores what it receives (RFC 5321, limited to what clients need). */
export class Mailbox {
  readonly url: string;
  readonly mails: ReceivedMail[] = [];
  readonly close: () => void;

  private constructor(port: number, close: () => void) {
    this.url = `smtp://127.0.0.1:${port}`;
    this.close = close;
  }

  static async open(): Promise<Mailbox> {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => {}));
      receive(socket, (mail) => mailbox.mails.push(mail));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const mailbox = new Mailbox((server.address() as AddressInfo).port, () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    return mailbox;
  }

  /** The next mail after the first `count`, once it has arrived. */
  async after(count: number): Promise<ReceivedMail> {
    for (;;) {
      const mail = this.mails[count];
      if (mail) return mail;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}

/** Starts a server that sends its mails to a mailbox. */
export async function startMailing(
  options: Parameters<typeof startService>[0] = {},
): Promise<{ mailbox: Mailbox; service: Service; stop: () => Promise<void> }> {
  const mailbox = await Mailbox.open();
  const settings = { SMTP_URL: mailbox.url, TILLGATE_MAIL_FROM: 'help@till.example' };
  const service = await startService({ ...options, settings });
  const stop = async (): Promise<void> => {
    await service.stop();
    mailbox.close();
  };
  return { mailbox, service, stop };
}

function receive(socket: Socket, keep: (mail: ReceivedMail) => void): void {
  let [to, lines, inData, rest]: [string[], string[], boolean, string] = [[], [], false, ''];
  const reply = (text: string) => socket.write(`${text}\r\n`);
  const command = (line: string) => {
    if (/^RCPT TO:/i.test(line)) to.push(line.replace(/^[^<]*<|>.*$/g, ''));
    inData = /^DATA/i.test(line);
    if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
    else reply(inData ? '354 go on' : '250 ok');
  };
  const dataLine = (line: string) => {
    if (line !== '.') {
      lines.push(line);
      return;
    }
    keep({ to, text: lines.join('\n').replaceAll('=\n', '').replaceAll('=3D', '=') });
    [to, lines, inData] = [[], [], false];
    reply('250 kept');
  };
  reply('220 mailbox');
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    const complete = (rest + chunk).split('\r\n');
    rest = complete.pop() ?? '';
    for (const line of complete) (inData ? dataLine : command)(line);
  });
}
