import { type ClientRequest, request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { socketPathOf } from '../process/sockets/socket-path.ts';
import { StartError } from '../process/start-error.ts';

/** Address of a running server: its data folder, or a URL with an admin token. */
export type ServerAddress = { readonly folder: string } | { readonly url: string; readonly token: string };

/** No server listens on the socket of the data folder any more. */
export class NoServer extends StartError {
  override name = 'NoServer';

  constructor(folder: string, cause?: unknown) {
    super(`The server on ${folder} has just stopped. Nothing was done; run the command again.`, { cause });
  }
}

/** Opens a request to the server. The caller writes the body and ends the request. */
export function openRequest(server: ServerAddress, path: string, headers: OutgoingHttpHeaders): ClientRequest {
  const options = { method: 'POST', agent: false };
  if ('url' in server) {
    const target = new URL(path, server.url);
    const open = target.protocol === 'https:' ? httpsRequest : httpRequest;
    return open(target, { ...options, headers: { ...headers, Authorization: `Bearer ${server.token}` } });
  }
  const place = socketPathOf(server.folder);
  if (!place) throw new NoServer(server.folder);
  const request = httpRequest({ ...options, path, headers, socketPath: place.path });
  return request.once('close', () => place.release());
}

export const responseOf = (request: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => request.once('response', resolve).on('error', reject));

const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Error for a failed connection; `lost` is the message if it broke after it was established. */
export function connectionError(server: ServerAddress, error: unknown, lost: string): Error {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EPERM') {
    return new StartError("The running server is another user's; run this command as that user.", { cause: error });
  }
  if (!NOT_CONNECTED.has(code)) return new StartError(lost, { cause: error });
  if ('url' in server) return new StartError(`Cannot reach ${server.url}: ${message || code}`, { cause: error });
  return new NoServer(server.folder, error);
}
