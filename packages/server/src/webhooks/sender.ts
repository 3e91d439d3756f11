import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { Agent, buildConnector } from 'undici';
import type { Clock } from '../process/time.ts';
import { VERSION } from '../version.ts';
import { isPublicAddress, loopbackAddresses } from './endpoint-url.ts';
import { signatureHeaders } from './signature.ts';

/** A request to an endpoint. Its URL has been checked. */
export interface Outgoing {
  readonly url: string;
  /** Stays the same when the request is repeated. */
  readonly id: string;
  /** JSON text. */
  readonly body: string;
  /** Secrets of the endpoint that are valid now. */
  readonly secrets: readonly string[];
}

export interface Attempt {
  /** Status of the response; null if there was none. */
  readonly status: number | null;
  /** Beginning of the response's body. */
  readonly answer: string;
  /** One sentence, if the endpoint has not accepted the request. */
  readonly failure: string | null;
  readonly milliseconds: number;
}

export interface SenderOptions {
  readonly resolve?: (host: string) => Promise<readonly string[]>;
  readonly isAllowed?: (address: string) => boolean;
  /** Milliseconds for one request, from the lookup of its host to the end of its response. */
  readonly timeout?: number;
}

const TIMEOUT = 20_000;

/** Maximum number of bytes read of a response. */
const MOST_READ = 1024;

/** Thrown if a request was not sent. Developers see the message. */
class NotSent extends Error {}

/**
 * Sends requests to endpoints. Connects only to public addresses, or to this machine if the host of the URL says so: a
 * host name is looked up once per connection, and the connection is made to one of the addresses that were checked.
 */
export class Sender {
  readonly #clock: Clock;
  readonly #timeout: number;
  readonly #agent: Agent;

  constructor(
    clock: Clock,
    { resolve = resolveHost, isAllowed = isPublicAddress, timeout = TIMEOUT }: SenderOptions = {},
  ) {
    this.#clock = clock;
    this.#timeout = timeout;
    const connect = connectorTo({ resolve, isAllowed, timeout });
    this.#agent = new Agent({ headersTimeout: timeout, bodyTimeout: timeout, connect });
  }

  /** Sends a request once. Throws only if `stop` is aborted. */
  async send({ url, id, body, secrets }: Outgoing, stop?: AbortSignal): Promise<Attempt> {
    const start = performance.now();
    const signal = AbortSignal.any([AbortSignal.timeout(this.#timeout), ...(stop ? [stop] : [])]);
    const headers = {
      'content-type': 'application/json',
      'user-agent': `Tillgate-Webhooks/${VERSION}`,
      ...signatureHeaders({ id, at: this.#clock(), body }, secrets),
    };
    const { origin, pathname, search } = new URL(url);
    const attempt = await this.#agent
      .request({ origin, path: pathname + search, method: 'POST', headers, body, signal })
      .then(async ({ statusCode: status, body: response }) => {
        return { status, answer: await beginningOf(response), failure: failureOf(status) };
      })
      .catch((error: unknown) => ({ status: null, answer: '', failure: sentenceOf(error) }));
    stop?.throwIfAborted();
    return { ...attempt, milliseconds: Math.round(performance.now() - start) };
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

function failureOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400
    ? `The endpoint redirects with status ${status}, which is not followed.`
    : `The endpoint responded with status ${status}.`;
}

/** Reads the beginning of a body. A longer or slow body ends the connection. */
async function beginningOf(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= MOST_READ) break;
    }
  } catch {
    // The status has arrived and decides.
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, MOST_READ));
}

const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The endpoint refused the connection.',
  ECONNRESET: 'The endpoint closed the connection.',
  UND_ERR_SOCKET: 'The endpoint closed the connection.',
  EHOSTUNREACH: 'The endpoint is unreachable.',
  ENETUNREACH: 'The endpoint is unreachable.',
  ETIMEDOUT: 'The endpoint did not respond in time.',
};

const TIMED_OUT = /^(TimeoutError|ConnectTimeoutError|HeadersTimeoutError|BodyTimeoutError|AbortError)$/;

/** Says why there is no response, without addresses or other details of this network. */
function sentenceOf(error: unknown): string {
  if (error instanceof NotSent) return error.message;
  const { name = '', code = '' } = error as NodeJS.ErrnoException;
  if (TIMED_OUT.test(name)) return 'The endpoint did not respond in time.';
  if (error instanceof AggregateError) return sentenceOf(error.errors[0]);
  if (/CERT|SSL|TLS|UNABLE_TO_VERIFY|SELF_SIGNED/.test(code)) return `The TLS handshake failed: ${code}.`;
  return SENTENCES[code] ?? 'The connection to the endpoint failed.';
}

/** Connects to a host at one of its checked addresses. */
function connectorTo({ resolve, isAllowed, timeout }: Required<SenderOptions>): buildConnector.connector {
  const isExpected = (host: string, address: string): boolean =>
    loopbackAddresses(host)?.includes(address) ?? isAllowed(address);
  const addressesOf = async (host: string) => {
    const found = loopbackAddresses(host) ?? (await resolve(host));
    if (found.length === 0) throw new NotSent('The host of the endpoint was not found in the DNS.');
    if (!found.every((address) => isExpected(host, address))) throw notPublic();
    return found.map((address) => ({ address, family: isIP(address) }));
  };
  const lookup: LookupFunction = (host, _, done) => {
    addressesOf(host).then(
      (found) => done(null, found),
      (error) => done(error, []),
    );
  };
  const connect = buildConnector({ lookup, timeout, autoSelectFamily: true } as buildConnector.BuildOptions);
  return (options, done) => {
    const { hostname } = options;
    // Literal addresses are connected to without a lookup.
    if (isIP(hostname) && !loopbackAddresses(hostname)) return done(notPublic(), null);
    connect(options, (...[error, socket]) => {
      if (error) return done(error, null);
      if (isExpected(hostname, socket.remoteAddress ?? '')) return done(null, socket);
      socket.destroy();
      done(notPublic(), null);
    });
  };
}

const notPublic = (): NotSent => new NotSent('The host of the endpoint has an address that is not public.');

const resolver = new Resolver({ timeout: 2_000, tries: 3 });

/**
 * Resolves a host by DNS. The operating system's lookup would occupy one of the few threads shared with file access,
 * and would resolve names of this machine's network.
 */
async function resolveHost(host: string): Promise<readonly string[]> {
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}
