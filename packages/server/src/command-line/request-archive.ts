import { text as textOf } from 'node:stream/consumers';
import { type AdminError, fromAdminError } from '../operations/remote/protocol.ts';
import { connectionError, openRequest, responseOf, type ServerAddress } from './server-address.ts';

const LOST = 'The server stopped before the file was whole. Run the command again.';

/** Asks a running server to write an archive into a file. Has no time limit. */
export async function requestArchive(server: ServerAddress, path: string, file: string): Promise<void> {
  const body = JSON.stringify({ file });
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
  const request = openRequest(server, path, headers);
  request.end(body);
  const { error } = await responseOf(request)
    .then(async (response) => JSON.parse(await textOf(response)) as { error?: AdminError })
    .catch((failure) => Promise.reject(connectionError(server, failure, LOST)));
  if (error) throw fromAdminError(error);
}
