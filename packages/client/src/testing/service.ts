import { Access, TokenRefusal } from './access.ts';
import { contentTag } from './content-tag.ts';
import { checkRequest, type Incoming, route } from './incoming.ts';
import { etagOf, Merchant, type Success } from './merchant.ts';
import { KEPT, type Kept } from './records.ts';
import { Refusal } from './refusal.ts';
import { isObject } from './schema-check.ts';

export interface Arrived {
  readonly method: string;
  /** Relative to the base URL. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly text: string;
}

/** Paths of the token endpoints with their operation ids. */
const TOKEN_ENDPOINTS: Readonly<Record<string, string>> = {
  '/token': 'mintSandboxToken',
  '/oauth/token': 'createToken',
  '/oauth/revoke': 'revokeToken',
};

/** Responses to use in place of the contract's examples. */
export type Answers = Map<string, unknown>;

/** Carries out operations on stored records. Operations without any respond with the contract's example. */
export class Service {
  readonly access: Access;
  readonly answers: Answers = new Map();
  readonly #now: () => number;
  readonly #baseUrl: string;
  readonly #merchants = new Map<number, Merchant>();
  /** Completed writes by merchant, operation and idempotency key. */
  readonly #keys = new Map<string, { readonly fingerprint: string; readonly success: Success }>();

  constructor(now: () => number, baseUrl: string) {
    this.#now = now;
    this.#baseUrl = baseUrl;
    this.access = new Access(now, baseUrl);
  }

  merchant(id: number): Merchant {
    const merchant = this.#merchants.get(id) ?? new Merchant(this.#now);
    this.#merchants.set(id, merchant);
    return merchant;
  }

  /** Operation id of a request, and whether it acts for a merchant. Undefined if there is no such operation. */
  operationOf({ method, path }: Arrived): { readonly id: string | undefined; readonly forMerchant: boolean } {
    const token = TOKEN_ENDPOINTS[path];
    if (token !== undefined) return { id: token, forMerchant: false };
    const found = safely(() => route(method, path));
    return { id: found ? found.operation.id : undefined, forMerchant: true };
  }

  /** Carries out a request. Throws a Refusal or a TokenRefusal if it is rejected. */
  async answer(arrived: Arrived): Promise<Success> {
    const { method, path, query, headers } = arrived;
    if (path in TOKEN_ENDPOINTS) return { status: 200, body: await this.#token(arrived) };
    const routed = route(method, path);
    const companyId = query.get('companyId');
    const merchantId = this.access.merchantOf(headers, { operation: routed.operation, query: { companyId } });
    const incoming = checkRequest(routed, query, arrived);
    const carryOut = () => this.#described(this.#carriedOut(merchantId, incoming), incoming);
    return this.#once(merchantId, incoming, arrived, carryOut);
  }

  #carriedOut(merchantId: number, incoming: Incoming): Success {
    const { operation, id } = incoming;
    if (this.answers.has(operation.id)) return { status: operation.status, body: this.answers.get(operation.id) };
    const [, name = '', ...rest] = operation.path.split('/');
    if (name in KEPT && ['', '{id}'].includes(rest.join('/')))
      return this.merchant(merchantId).answer(name as Kept, incoming);
    const { status, example } = operation;
    const body = isObject(example) && id !== undefined && 'id' in example ? { ...example, id } : example;
    return { status, body };
  }

  /** Adds headers derived from the record, or returns 304 if the caller already has it. */
  #described({ status, body, headers }: Success, { operation, headers: sent }: Incoming): Success {
    const reads = operation.method === 'GET';
    const isRecord = isObject(body) && typeof body.version === 'number';
    if (!isRecord && !reads) return { status, body, headers: { ...headers } };
    const ETag = isRecord ? etagOf({ version: body.version as number }) : contentTag(JSON.stringify(body));
    if (reads && sent.get('If-None-Match') === ETag) return { status: 304, body: undefined, headers: { ETag } };
    if (!isRecord) return { status, body, headers: { ...headers, ETag } };
    const [, resource = ''] = operation.path.split('/');
    const Location = `${this.#baseUrl}/${resource}/${body.id}`;
    return { status, body, headers: { ...headers, ETag, ...(status === 201 && { Location }) } };
  }

  /** Carries out a write once per Idempotency-Key. Rejected writes can be repeated. */
  #once(
    merchantId: number,
    { operation, query }: Incoming,
    { headers, path, text }: Arrived,
    carryOut: () => Success,
  ): Success {
    const key = headers.get('Idempotency-Key');
    if (operation.method === 'GET' || key === null || query.dryRun === true) return carryOut();
    const name = `${merchantId} ${operation.id} ${key}`;
    const fingerprint = `${path} ${text}`;
    const done = this.#keys.get(name);
    if (done && done.fingerprint !== fingerprint)
      throw new Refusal('partner.idempotency_mismatch', 'The Idempotency-Key was used for another request.');
    if (done) return { ...done.success, headers: { ...done.success.headers, 'Idempotent-Replayed': 'true' } };
    const success = carryOut();
    this.#keys.set(name, { fingerprint, success });
    return success;
  }

  async #token({ path, text, headers }: Arrived): Promise<object> {
    const form = headers.get('Content-Type')?.startsWith('application/x-www-form-urlencoded');
    const fields = form ? Object.fromEntries(new URLSearchParams(text)) : safely(() => JSON.parse(text));
    if (!isObject(fields)) throw new TokenRefusal('invalid_request', 'oauth.invalid_request', 'The body is not valid.');
    if (path === '/token') return this.access.mint(fields);
    return path === '/oauth/revoke' ? this.access.revoke(fields) : this.access.token(fields);
  }
}

function safely<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
