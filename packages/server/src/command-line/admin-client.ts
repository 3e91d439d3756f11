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
import { type AdminError, fromAdminError, importPath, operationPath, STOPPED } from '../operations/remote/protocol.ts';
import { socketPathOf } from '../process/socket-path.ts';
import { StartError } from '../process/start-error.ts';

/** Address of a running server: its data folder, or a URL with an admin token. */
export type ServerAddress = { readonly folder: string } | { readonly url: string; readonly token: string };

/** No server listens on the socket of the data folder any more. */
class NoServer extends StartError {
  override name = 'NoServer';

  constructor(folder: string, cause?: unknown) {
    super(`The server on ${folder} has just stopped. Nothing was done; run the command again.`, { cause });
  }
}

/** Opens a request to the server. The caller writes the body and ends the request. */
function openRequest(server: ServerAddress, path: string, headers: OutgoingHttpHeaders): ClientRequest {
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

const responseOf = (request: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => request.once('response', resolve).on('error', reject));

const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Error for a failed connection; `lost` is the message if it broke after it was established. */
function connectionError(server: ServerAddress, error: unknown, lost: string): Error {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EPERM') {
    return new StartError("The running server is another user's; run this command as that user.", { cause: error });
  }
  if (!NOT_CONNECTED.has(code)) return new StartError(lost, { cause: error });
  if ('url' in server) return new StartError(`Cannot reach ${server.url}: ${message || code}`, { cause: error });
  return new NoServer(server.folder, error);
}

const LOST_READ = 'The server stopped before it answered; run the command again.';
const LOST_WRITE =
  'The server stopped before it answered: the change may have been made or not. Look before you repeat it.';

/** Milliseconds of silence after which the server counts as unresponsive. */
const SILENCE = 60_000;

/** The operations of the control plane through a running server. */
export class AdminClient implements Operations {
  readonly #server: ServerAddress;

  constructor(server: ServerAddress) {
    this.#server = server;
  }

  /** Throws a NoServer if no server listens on the socket. */
  async call<Name extends OperationName>(name: Name, input: InputOf<Name>): Promise<OutputOf<Name>> {
    const { status, text } = await this.#post(name, JSON.stringify(input));
    const answer = parseAnswer(text);
    if (answer?.error) throw fromAdminError(answer.error);
    if (answer?.result === undefined) {
      throw new StartError(`This is not the operations listener of a Tillgate server: it answered ${status}.`);
    }
    return answer.result as OutputOf<Name>;
  }

  async #post(name: OperationName, body: string): Promise<{ status: number | undefined; text: string }> {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
    const request = openRequest(this.#server, operationPath(name), headers);
    request.setTimeout(SILENCE, () => request.destroy(new Error('silent')));
    request.end(body);
    try {
      const response: IncomingMessage = await responseOf(request);
      return { status: response.statusCode, text: await textOf(response) };
    } catch (error) {
      throw connectionError(this.#server, error, OPERATIONS[name].access === 'read' ? LOST_READ : LOST_WRITE);
    }
  }
}

function parseAnswer(text: string): { result?: unknown; error?: AdminError } | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer !== null ? answer : undefined;
  } catch {
    return undefined;
  }
}

const LOST_ARCHIVE = 'The server stopped before the file was whole. Run the command again.';

/** Asks a running server to write an archive into a file. Has no time limit. */
export async function requestArchive(server: ServerAddress, path: string, file: string): Promise<void> {
  const body = JSON.stringify({ file });
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
  const request = openRequest(server, path, headers);
  request.end(body);
  const { error } = await responseOf(request)
    .then(async (response) => JSON.parse(await textOf(response)) as { error?: AdminError })
    .catch((failure) => Promise.reject(connectionError(server, failure, LOST_ARCHIVE)));
  if (error) throw fromAdminError(error);
}

const LOST_IMPORT = 'The server stopped during the import. Run it again to continue: no line is written twice.';

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
    .catch((error) => Promise.reject(connectionError(server, error, LOST_IMPORT)))
    .finally(() => request.destroy());
  if (!last) throw connectionError(server, new Error('no result'), LOST_IMPORT);
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
