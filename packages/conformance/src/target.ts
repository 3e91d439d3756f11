import document from '@tillgate/openapi/openapi.json' with { type: 'json' };
import { createResponseChecker } from '@tillgate/openapi/response-check';

/** A deployment, and a sandbox credential for one of its merchants. */
export interface TargetOptions {
  /** {base_url}, ending in /v1. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly merchantId: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  /** Where the answer departs from the contract. */
  readonly deviations: readonly string[];
}

/** The target could not be tested at all, which is another thing than failing a test. */
export class CannotRun extends Error {}

const TIMEOUT = 15_000;

const { check } = createResponseChecker(document, { outsideOperations: { 404: 'NotFound', 405: 'NotFound' } });

/** A deployment under test: sends requests and holds each answer against the contract. */
export class Target {
  readonly #options: TargetOptions;
  #token = '';

  private constructor(options: TargetOptions) {
    this.#options = options;
  }

  /** Throws CannotRun when there is nobody there or no token is given. */
  static async connect(options: TargetOptions): Promise<Target> {
    const target = new Target(options);
    const { clientId, clientSecret, merchantId } = options;
    const body = JSON.stringify({ client_id: clientId, client_secret: clientSecret, merchant_id: merchantId });
    const headers = { 'Content-Type': 'application/json' };
    const answer = await target.anonymously('POST', '/token', { headers, body }).catch((error: Error) => {
      throw new CannotRun(`Nobody answers at ${options.baseUrl}: ${error.cause ?? error.message}`);
    });
    const token = (answer.body as { access_token?: unknown } | undefined)?.access_token;
    if (typeof token !== 'string') throw new CannotRun(`${options.baseUrl}/token gave no token but ${answer.status}.`);
    target.#token = token;
    return target;
  }

  /** With the token. */
  send(method: string, path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = { Authorization: `Bearer ${this.#token}`, ...(init.headers as Record<string, string>) };
    return this.anonymously(method, path, { ...init, headers });
  }

  async anonymously(method: string, path: string, init: RequestInit = {}): Promise<Answer> {
    const url = new URL(this.#options.baseUrl + path);
    const response = await fetch(url, { ...init, method, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT) });
    const text = await response.text();
    const body = text === '' ? undefined : parse(text);
    const { status, headers } = response;
    // The contract's own server URL says below which path the operations are.
    const requestPath = `/v1${path.split('?')[0]}`;
    return { status, headers, body, deviations: check({ method, requestPath, status, headers, body }) };
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
