import { type ClientRequest, request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { socketPathOf } from '../listeners/socket-path.ts';
import { StartError } from '../start-error.ts';

/** A running server: the one that has a data folder, or one at an address, with the token that opens it. */
export type ServerAddress = { readonly folder: string } | { readonly url: string; readonly token: string };

/** Nobody listens on the socket of the data folder. */
export class NoServer extends Error {
  override name = 'NoServer';
}

/** Opens a request to the server; its body and its end are the caller's. */
export function openRequest(server: ServerAddress, path: string, headers: OutgoingHttpHeaders): ClientRequest {
  const options = { method: 'POST', agent: false };
  if ('url' in server) {
    const target = new URL(path, server.url);
    const open = target.protocol === 'https:' ? httpsRequest : httpRequest;
    return open(target, { ...options, headers: { ...headers, Authorization: `Bearer ${server.token}` } });
  }
  const place = socketPathOf(server.folder);
  if (!place) throw new NoServer('The data folder has no socket.');
  const request = httpRequest({ ...options, path, headers, socketPath: place.path });
  return request.once('close', () => place.release());
}

export const responseOf = (request: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => request.once('response', resolve).on('error', reject));

const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Words a connection that failed: `lost` is the error for one that broke after it had been made. */
export function connectionError(server: ServerAddress, error: unknown, lost: string): Error {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EPERM') {
    return new StartError("The running server is another user's; run this command as that user.", { cause: error });
  }
  if (!NOT_CONNECTED.has(code)) return new StartError(lost, { cause: error });
  if ('url' in server) return new StartError(`Cannot reach ${server.url}: ${message || code}`, { cause: error });
  return new NoServer(message, { cause: error });
}
