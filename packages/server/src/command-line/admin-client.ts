import { type ClientRequest, request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { text as textOf } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { ImportOptions, ImportResult } from '../back-office/import/run-import.ts';
import {
  type InputOf,
  OPERATIONS,
  type OperationName,
  type Operations,
  type OutputOf,
} from '../operations/operations.ts';
import type { ImportEvent } from '../operations/remote/admin-app.ts';
import {
  type AdminError,
  BACKUP_PATH,
  exportPath,
  fromAdminError,
  importPath,
  operationPath,
  STOPPED,
} from '../operations/remote/protocol.ts';
import { socketPathOf } from '../process/socket-path.ts';
import { StartError } from '../process/start-error.ts';

/** Address of a running server: its data folder, or a URL with an admin token. */
export type ServerAddress = { readonly folder: string } | { readonly url: string; readonly token: string };

/** Error for a data folder whose server no longer listens. */
const noServer = (folder: string, cause?: unknown) =>
  new StartError(`The server on ${folder} has just stopped. Nothing was done; run the command again.`, { cause });

/** The caller writes the body and ends the request. */
function openRequest(server: ServerAddress, path: string, headers: OutgoingHttpHeaders): ClientRequest {
  const options = { method: 'POST', agent: false };
  if ('url' in server) {
    const target = new URL(path, server.url);
    const open = target.protocol === 'https:' ? httpsRequest : httpRequest;
    return open(target, { ...options, headers: { ...headers, Authorization: `Bearer ${server.token}` } });
  }
  const place = socketPathOf(server.folder);
  if (!place) throw noServer(server.folder);
  const request = httpRequest({ ...options, path, headers, socketPath: place.path });
  return request.once('close', () => place.release());
}

const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Error for a failed connection; `lost` is the message if it broke after it was established. */
function connectionError(server: ServerAddress, error: unknown, lost: string): Error {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EPERM')
    return new StartError("The running server is another user's; run this command as that user.", { cause: error });
  if (!NOT_CONNECTED.has(code)) return new StartError(lost, { cause: error });
  if ('url' in server) return new StartError(`Cannot reach ${server.url}: ${message || code}`, { cause: error });
  return noServer(server.folder, error);
}

/** Requests that commands make to a server, whether it is running or started for the command. */
export interface Server extends Operations {
  /** Imports a merchant's records. Aborting the signal ends the import between two batches. */
  importRecords(companyId: number, chunks: AsyncIterable<Uint8Array>, options: ImportOptions): Promise<ImportResult>;
  /** Writes all databases, or the records of one merchant, into a new file. A failure leaves no file. */
  writeArchive(file: string, companyId?: number): Promise<void>;
}

/** Milliseconds of silence after which the server counts as unresponsive. */
const SILENCE = 60_000;

export class AdminClient implements Server {
  readonly #server: ServerAddress;

  constructor(server: ServerAddress) {
    this.#server = server;
  }

  async call<Name extends OperationName>(name: Name, input: InputOf<Name>): Promise<OutputOf<Name>> {
    const request = this.#post(operationPath(name), input);
    request.setTimeout(SILENCE, () => request.destroy(new Error('silent')));
    // Deferred, because only the server rejects an unknown operation.
    const lost = () =>
      OPERATIONS[name].access === 'read'
        ? 'The server stopped before it answered; run the command again.'
        : 'The server stopped before it answered: the change may have been made or not. Look before you repeat it.';
    const { status, text } = await this.#read(request, lost, async (response) => ({
      status: response.statusCode,
      text: await textOf(response),
    }));
    let answer: { result?: unknown; error?: AdminError } | null = null;
    try {
      answer = JSON.parse(text);
    } catch {
      // Reported below.
    }
    if (answer?.error) throw fromAdminError(answer.error);
    if (answer?.result === undefined)
      throw new StartError(`This is not the operations listener of a Tillgate server: it answered ${status}.`);
    return answer.result as OutputOf<Name>;
  }

  /** The server writes the file itself. Has no time limit. */
  async writeArchive(file: string, companyId?: number): Promise<void> {
    if ('url' in this.#server)
      throw new StartError('No archive goes through TILLGATE_ADMIN_URL; run this where the server or its database is.');
    const lost = () => 'The server stopped before the file was whole. Run the command again.';
    const request = this.#post(companyId === undefined ? BACKUP_PATH : exportPath(companyId), { file });
    const { error } = await this.#read(
      request,
      lost,
      async (response): Promise<{ error?: AdminError }> => JSON.parse(await textOf(response)),
    );
    if (error) throw fromAdminError(error);
  }

  /** Aborting the signal stops sending; the current batch is not written. */
  async importRecords(
    companyId: number,
    chunks: AsyncIterable<Uint8Array>,
    { onProgress = () => {}, signal }: ImportOptions,
  ): Promise<ImportResult> {
    if ('url' in this.#server) {
      throw new StartError(
        'An import does not go through TILLGATE_ADMIN_URL; run it where the server or its database is.',
      );
    }
    const lost = () => 'The server stopped during the import. Run it again to continue: no line is written twice.';
    const headers = { 'Content-Type': 'application/octet-stream', 'Transfer-Encoding': 'chunked', Trailer: STOPPED };
    const request = openRequest(this.#server, importPath(companyId), headers);
    const ended = this.#read(request, lost, (response) => lastEvent(response, onProgress));
    // The response tells if the server stopped early.
    pipeline(untilAborted(chunks, request, signal), request).catch(() => {});
    const last = await ended.finally(() => request.destroy());
    if (!last) throw connectionError(this.#server, new Error('no result'), lost());
    if ('error' in last) throw fromAdminError(last.error);
    return last.result;
  }

  /** Reads the response. `lost` is the message if the connection breaks before that. */
  async #read<T>(
    request: ClientRequest,
    lost: () => string,
    read: (response: IncomingMessage) => Promise<T>,
  ): Promise<T> {
    try {
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
      request.once('response', resolve).on('error', reject);
      return await read(await promise);
    } catch (error) {
      throw connectionError(this.#server, error, lost());
    }
  }

  #post(path: string, input: object): ClientRequest {
    const body = JSON.stringify(input);
    const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
    const request = openRequest(this.#server, path, headers);
    request.end(body);
    return request;
  }
}

async function lastEvent(response: IncomingMessage, onProgress: NonNullable<ImportOptions['onProgress']>) {
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
