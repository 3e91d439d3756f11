import { connect, type Socket } from 'node:net';
import { type Answer, hold } from './api-caller.ts';

/** A response as raw bytes, as received without an HTTP library. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * Sends bytes that no client library would and returns the response. Each character is one byte, so
 * `\xff` is that byte. The request has to ask for the connection to be closed.
 */
export function sendBytes(apiUrl: string, ...parts: (string | Buffer)[]): Promise<RawAnswer> {
  const { hostname, port } = new URL(apiUrl);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => {
      for (const part of parts) socket.write(typeof part === 'string' ? Buffer.from(part, 'latin1') : part);
    });
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(parse(Buffer.concat(chunks).toString('latin1'))));
  });
}

/** Sends bytes and hangs up without waiting for a response. */
export function abandon(apiUrl: string, bytes: string): Promise<void> {
  const { hostname, port } = new URL(apiUrl);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes, () => socket.destroy()));
    socket.on('error', reject);
    socket.on('close', () => resolve());
  });
}

/** Sends requests at once over connections that are already open. Returns the responses in order. */
export async function sendAtOnce(requests: readonly { apiUrl: string; bytes: string }[]): Promise<RawAnswer[]> {
  const sockets = await Promise.all(requests.map(({ apiUrl }) => opened(apiUrl)));
  const answers = sockets.map(readToEnd);
  for (const [i, socket] of sockets.entries()) socket.write(requests[i]?.bytes ?? '');
  return Promise.all(answers);
}

function opened(apiUrl: string): Promise<Socket> {
  const { hostname, port } = new URL(apiUrl);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket));
    socket.on('error', reject);
  });
}

function readToEnd(socket: Socket): Promise<RawAnswer> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', () => resolve(parse(Buffer.concat(chunks).toString('latin1'))));
  });
}

/** Status of the response to a request whose body is incomplete. */
export function statusOfUnfinished(apiUrl: string, bytes: string): Promise<number> {
  const { hostname, port } = new URL(apiUrl);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('error', reject);
    socket.once('data', (chunk: Buffer) => {
      socket.destroy();
      resolve(Number(chunk.toString('latin1').split(' ')[1]));
    });
  });
}

/** Sends a request line and headers unchanged, and checks the response against the contract. */
export async function sendRaw(
  apiUrl: string,
  method: string,
  target: string,
  headers: Record<string, string>,
  body: string | Buffer = '',
): Promise<Answer> {
  const length = body.length > 0 ? { 'Content-Length': String(body.length) } : {};
  const lines = Object.entries({ Host: 'localhost', Connection: 'close', ...length, ...headers });
  const head = `${method} ${target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  const answer = await sendBytes(apiUrl, head, body);
  return hold(method, target.split('?')[0] ?? target, answer.status, answer.headers, answer.text);
}

function parse(answer: string): RawAnswer {
  const end = answer.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = answer.slice(0, end).split('\r\n');
  const headers = new Headers();
  for (const line of lines) headers.append(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim());
  const payload = answer.slice(end + 4);
  const bytes = headers.get('transfer-encoding') === 'chunked' ? dechunk(payload) : payload;
  return { status: Number(statusLine.split(' ')[1]), headers, text: Buffer.from(bytes, 'latin1').toString() };
}

function dechunk(payload: string): string {
  const at = payload.indexOf('\r\n');
  const size = Number.parseInt(payload.slice(0, at), 16);
  return size > 0 ? payload.slice(at + 2, at + 2 + size) + dechunk(payload.slice(at + 4 + size)) : '';
}
