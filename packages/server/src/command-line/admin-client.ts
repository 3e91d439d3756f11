import type { IncomingMessage } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import {
  type InputOf,
  OPERATIONS,
  type OperationName,
  type Operations,
  type OutputOf,
} from '../operations/operations.ts';
import { type AdminError, fromAdminError, operationPath } from '../operations/remote/protocol.ts';
import { StartError } from '../process/start-error.ts';
import { connectionError, openRequest, responseOf, type ServerAddress } from './server-address.ts';

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
