import type { ClientRequest, IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { ImportOptions, ImportResult } from '../back-office/import/run-import.ts';
import type { ImportEvent } from '../operations/remote/import-stream.ts';
import { fromAdminError, importPath, STOPPED } from '../operations/remote/protocol.ts';
import { connectionError, openRequest, responseOf, type ServerAddress } from './server-address.ts';

const LOST = 'The server stopped during the import. Run it again to continue: no line is written twice.';

/** Imports a file through a running server. Aborting the signal stops sending; the current batch is not written. */
export async function sendImport(
  server: ServerAddress,
  companyId: number,
  chunks: AsyncIterable<Uint8Array>,
  { onProgress = () => {}, signal }: ImportOptions,
): Promise<ImportResult> {
  const headers = { 'Content-Type': 'application/octet-stream', 'Transfer-Encoding': 'chunked', Trailer: STOPPED };
  const request = openRequest(server, importPath(companyId), headers);
  const response = responseOf(request);
  // The response tells if the server stopped early.
  pipeline(untilAborted(chunks, request, signal), request).catch(() => {});
  const last = await response
    .then((answer) => lastEvent(answer, onProgress))
    .catch((error) => Promise.reject(connectionError(server, error, LOST)))
    .finally(() => request.destroy());
  if (!last) throw connectionError(server, new Error('no result'), LOST);
  if ('error' in last) throw fromAdminError(last.error);
  return last.result;
}

type LastEvent = Exclude<ImportEvent, { readonly progress: unknown }>;

async function lastEvent(
  response: IncomingMessage,
  onProgress: NonNullable<ImportOptions['onProgress']>,
): Promise<LastEvent | undefined> {
  let rest = '';
  for await (const chunk of response.setEncoding('utf8')) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const event = JSON.parse(line) as ImportEvent;
      if (!('progress' in event)) return event;
      onProgress(event.progress);
    }
  }
  return undefined;
}

async function* untilAborted(
  chunks: AsyncIterable<Uint8Array>,
  request: ClientRequest,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    if (signal?.aborted) return request.addTrailers({ [STOPPED]: '1' });
    yield chunk;
  }
}
