import { contract } from '../generated/contract.gen.ts';
import { ANY, type Answer } from '../generated/specification/answer.ts';
import type { Contract } from '../generated/specification/contract.ts';
import { readOnlyParts } from '../generated/specification/read-only.ts';
import { shown } from '../generated/specification/records.ts';
import { createRouter, pathOf, type Request } from '../generated/specification/request.ts';
import { createSpecification } from '../generated/specification/respond.ts';
import {
  type Merchant,
  newMerchant,
  rowsOf,
  type State,
  type Table,
  withMerchant,
  withRow,
} from '../generated/specification/state.ts';
import { HANDLERS } from '../generated/specification/subjects/index.ts';
import { Access, TokenRefusal } from './access.ts';
import { TestChoices, tagOf } from './choices.ts';
import { createPath, maintained, TEST_APP, type TestRecord } from './seeds.ts';

/** A request as it arrives. Its URL is relative to the base URL. */
export interface Arrived extends Request {
  readonly path: string;
}

export interface Success {
  readonly status: number;
  /** Undefined with 304. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Paths of the token endpoints with their operation ids. */
const TOKEN_ENDPOINTS: Readonly<Record<string, string>> = {
  '/token': 'mintSandboxToken',
  '/oauth/token': 'createToken',
  '/oauth/revoke': 'revokeToken',
};

/** Responses to use in place of the specification's. */
export type Answers = Map<string, unknown>;

const CURRENCY = 'GBP';

const CONTRACT: Contract = {
  ...contract,
  operations: contract.operations.map((operation) => ({
    ...operation,
    readOnly: readOnlyParts(operation.body, contract.schemas),
  })),
};

const route = createRouter(CONTRACT);
const respond = createSpecification(CONTRACT, HANDLERS);

/** The executable specification, and the token endpoints before it. */
export class Service {
  readonly access: Access;
  readonly answers: Answers = new Map();
  readonly #now: () => number;
  readonly #baseUrl: string;
  readonly #choices: TestChoices;
  readonly #waiting = new Set<() => void>();
  #state: State = { merchants: new Map(), tokens: new Map(), keys: new Map() };

  constructor(now: () => number, baseUrl: string) {
    this.#now = now;
    this.#baseUrl = baseUrl;
    this.#choices = new TestChoices(now);
    this.access = new Access(now, baseUrl);
  }

  /** Adds a record as the merchant's back office would. Throws if it breaks a rule. */
  seed(table: Table, given: object, merchantId: number): TestRecord {
    const path = createPath(table);
    if (path === undefined) return this.#maintain(table, given, merchantId);
    const body = JSON.stringify(given);
    const headers = { 'content-type': 'application/json' };
    const { status, body: record } = this.#specified(merchantId, { method: 'POST', url: path, headers, body });
    if (status < 300) return record as TestRecord;
    throw new RangeError(`The API rejects such a record of ${table}: ${JSON.stringify(record)}`);
  }

  records(table: Table, merchantId: number): TestRecord[] {
    return rowsOf(this.#merchant(merchantId), table).map(shown);
  }

  /** Operation id of a request, and whether it acts for a merchant. Undefined if there is no such operation. */
  operationOf(arrived: Arrived): { readonly id: string | undefined; readonly forMerchant: boolean } {
    const token = TOKEN_ENDPOINTS[arrived.path];
    if (token !== undefined) return { id: token, forMerchant: false };
    const found = safely(() => route(arrived));
    return { id: found ? found.operation.id : undefined, forMerchant: true };
  }

  /** Carries out a request. Throws a Rejection or a TokenRefusal if it is rejected before the specification. */
  async answer(arrived: Arrived): Promise<Success> {
    if (arrived.path in TOKEN_ENDPOINTS) return { status: 200, body: await this.#token(arrived) };
    const { operation } = route(arrived);
    const merchantId = this.access.merchantOf(arrived, operation);
    if (this.answers.has(operation.id)) return { status: operation.status, body: this.answers.get(operation.id) };
    return this.#specified(merchantId, arrived);
  }

  #specified(merchantId: number, request: Request): Success {
    const { 'x-api-key': key, ...headers } = request.headers;
    const token = `for-${merchantId}`;
    const state = withMerchant(this.#state, this.#merchant(merchantId));
    const app = { id: TEST_APP, number: 1, product: key === undefined ? 'FULL' : 'ADSR' };
    const tokens = new Map([[token, { app, env: 'SANDBOX' as const, isAdmitted: true, companyId: merchantId }]]);
    const known = { ...request, headers: { ...headers, authorization: `Bearer ${token}` } };
    this.#choices.request = request.headers['x-correlation-id'] ?? crypto.randomUUID();
    const { answer, next } = respond({ ...state, tokens }, known, { now: this.#now(), choices: this.#choices });
    this.#moveTo(next, merchantId);
    return { status: answer.status, body: answer.body, headers: this.#headersOf(answer, pathOf(request.url)) };
  }

  /** Resolves with the next write of any merchant, or after this many milliseconds. */
  written(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        this.#waiting.delete(end);
        signal?.removeEventListener('abort', end);
        return signal?.aborted ? reject(signal.reason) : resolve();
      };
      const timer = setTimeout(end, milliseconds);
      this.#waiting.add(end);
      signal?.addEventListener('abort', end);
    });
  }

  #moveTo(next: State, merchantId: number): void {
    const wrote = next.merchants.get(merchantId)?.log !== this.#merchant(merchantId).log;
    this.#state = next;
    if (wrote) for (const end of this.#waiting) end();
  }

  /** Where the specification allows any value, as after a dry run, the double describes the record in the body. */
  #headersOf({ headers, body, status }: Answer, path: string): Record<string, string> {
    const { location, etag, ...others } = headers;
    const record = `${path.replace('/create-with-items', '')}/${(body as { id?: number } | undefined)?.id}`;
    return {
      ...others,
      ...(location !== undefined &&
        status === 201 && { location: this.#baseUrl + (location === ANY ? record : location) }),
      ...(etag !== undefined && { etag: etag === ANY ? tagOf(body) : etag }),
    };
  }

  /** A merchant begins with the store, supplier and tax of the contract's examples. */
  #merchant(id: number): Merchant {
    const known = this.#state.merchants.get(id);
    if (known) return known;
    const fresh = (Object.entries(contract.examples) as [Table, object][]).reduce(
      (merchant, [table, example]) => withRow(merchant, table, this.#row(example, {})),
      newMerchant(id, CURRENCY),
    );
    this.#state = withMerchant(this.#state, fresh);
    return fresh;
  }

  #maintain(table: Table, given: object, merchantId: number): TestRecord {
    const { [table]: example } = contract.examples;
    if (!example) throw new RangeError(`The double cannot add records of ${table}.`);
    const row = this.#row({ ...example, id: undefined }, given);
    this.#state = withMerchant(this.#state, withRow(this.#merchant(merchantId), table, row));
    return shown(row);
  }

  #row(example: object, given: object) {
    return maintained(example, given, this.#choices.id(), this.#choices.instant());
  }

  async #token({ path, body: text, headers }: Arrived): Promise<object> {
    const form = headers['content-type']?.startsWith('application/x-www-form-urlencoded');
    const fields = form ? Object.fromEntries(new URLSearchParams(text)) : safely(() => JSON.parse(text ?? ''));
    if (typeof fields !== 'object' || fields === null)
      throw new TokenRefusal('invalid_request', 'oauth.invalid_request', 'The body is not valid.');
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
