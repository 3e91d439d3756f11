import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { PartnerError } from '../errors.ts';

export interface RefusalAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Words the answer to a request that never reaches the handler. `request` is absent if its head could not be read. */
export type Refuse = (
  error: PartnerError,
  socket: Socket,
  request: IncomingMessage | undefined,
) => Promise<RefusalAnswer>;

/** Rejects in plain text, for people and probes. */
export const refuseInText: Refuse = async ({ message }) => ({
  headers: {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  },
  body: `${message}\n`,
});

/** The whole answer as it goes over the wire; the connection closes after it. */
export function answerBytes(error: PartnerError, { headers, body }: RefusalAnswer): string {
  const fields = {
    ...error.headers,
    ...headers,
    Date: new Date().toUTCString(),
    Connection: 'close',
    'Content-Length': String(Buffer.byteLength(body)),
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join('')}\r\n${body}`;
}
