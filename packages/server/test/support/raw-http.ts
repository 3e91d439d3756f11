import { type Answer, hold } from './api-caller.ts';
import { type ConnectionAnswer, HttpConnection } from './http-connection.ts';

/**
 * Sends bytes that no client library would and returns the response. Each character is one byte, so
 * `\xff` is that byte. The request has to ask for the connection to be closed.
 */
export async function sendBytes(apiUrl: string, ...parts: (string | Buffer)[]): Promise<ConnectionAnswer> {
  const connection = await HttpConnection.to(apiUrl);
  connection.send(...parts);
  return connection.last();
}

/** Sends bytes and hangs up without waiting for a response. */
export async function abandon(apiUrl: string, bytes: string): Promise<void> {
  const connection = await HttpConnection.to(apiUrl);
  connection.send(bytes);
  await connection.hangUp();
}

/** Sends requests at once over connections that are already open. Returns the responses in order. */
export async function sendAtOnce(requests: readonly { apiUrl: string; bytes: string }[]): Promise<ConnectionAnswer[]> {
  const connections = await Promise.all(requests.map(({ apiUrl }) => HttpConnection.to(apiUrl)));
  for (const [i, connection] of connections.entries()) connection.send(requests[i]?.bytes ?? '');
  return Promise.all(connections.map((connection) => connection.last()));
}

/** Status of the response to a request whose body is incomplete. */
export async function statusOfUnfinished(apiUrl: string, bytes: string): Promise<number> {
  const connection = await HttpConnection.to(apiUrl);
  connection.send(bytes);
  const answer = await connection.answer();
  connection.destroy();
  return answer?.status ?? 0;
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
