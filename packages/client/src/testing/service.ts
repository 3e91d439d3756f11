import { systemClock } from '../clock.ts';
import { contract } from '../generated/contract.gen.ts';
import { isTokenEndpoint } from '../generated/specification/access/token-endpoints.ts';
import { accessOf } from '../generated/specification/access.ts';
import { ANY, type Answer } from '../generated/specification/answer.ts';
import type { Contract } from '../generated/specification/contract.ts';
import { readOnlyParts } from '../generated/specification/read-only.ts';
import { shown } from '../generated/specification/records.ts';
import { createRouter, pathOf, queryOf, type Request } from '../generated/specification/request.ts';
import { createSpecification } from '../generated/specification/respond.ts';
import {
  type Key,
  type Merchant,
  newMerchant,
  type Row,
  rowsOf,
  type State,
  type Table,
  withMerchant,
  withRow,
} from '../generated/specification/state.ts';
import { HANDLERS } from '../generated/specification/subjects/index.ts';
import { Access, type TestClient } from './access.ts';
import { tagOf, testChoices } from './choices.ts';
import { CREATE_PATHS, TEST_APP, type TestRecord } from './seeds.ts';

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
export const TOKEN_ENDPOINTS: Readonly<Record<string, string>> = {
  '/token': 'mintSandboxToken',
  '/oauth/token': 'createToken',
  '/oauth/revoke': 'revokeToken',
};

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

/** The executable specification of the resource endpoints and of the token endpoints. */
export class Service {
  readonly access: Access;
  /** Bodies to respond with in place of the specification's, by operation. */
  readonly answers = new Map<string, unknown>();
  readonly #now: () => number;
  readonly #baseUrl: string;
  readonly #choices: ReturnType<typeof testChoices>;
  readonly #apiKey: string;
  /** Aborts at the next write of any merchant. */
  #unwritten = new AbortController();
  #state: State = { merchants: new Map(), tokens: new Map(), keys: new Map() };

  constructor(now: () => number, baseUrl: string, clients: readonly TestClient[], apiKey: string) {
    this.#now = now;
    this.#baseUrl = baseUrl;
    this.#choices = testChoices(now);
    this.#apiKey = apiKey;
    this.access = new Access(now, baseUrl, CONTRACT, clients);
  }

  /** Adds a record as the merchant's back office would. Throws if it breaks a rule. */
  seed(table: Table, given: object, merchantId: number): TestRecord {
    const { [table]: path } = CREATE_PATHS;
    if (path === undefined) return this.#maintain(table, given, merchantId);
    const headers = { 'content-type': 'application/json', authorization: 'Bearer seed' };
    const request = { method: 'POST', url: path, headers, body: JSON.stringify(given) };
    const { status, body } = this.#specified(this.#asOwner(merchantId), request);
    if (status < 300) return body as TestRecord;
    throw new RangeError(`The API rejects such a record of ${table}: ${JSON.stringify(body)}`);
  }

  records(table: Table, merchantId: number): TestRecord[] {
    return rowsOf(this.#merchant(merchantId), table).map(shown);
  }

  /** Operation id of a request, and whether it acts for a merchant. Undefined if there is no such operation. */
  operationOf(arrived: Arrived): { readonly id: string | undefined; readonly forMerchant: boolean } {
    const { [arrived.path]: token } = TOKEN_ENDPOINTS;
    if (token !== undefined) return { id: token, forMerchant: false };
    try {
      return { id: route(arrived).operation.id, forMerchant: true };
    } catch {
      return { id: undefined, forMerchant: true };
    }
  }

  /** Responds to a request. One for changes waits until there are some, at most for its `wait`. */
  async answerInTime(arrived: Arrived, signal: AbortSignal | undefined): Promise<Success> {
    const query = queryOf(arrived.url);
    const until = Date.now() + (query.has('after') ? Number(query.get('wait') ?? 0) * 1000 : 0);
    for (;;) {
      const answer = this.#answer(arrived);
      const rest = until - Date.now();
      if (!(rest > 0) || !isEmpty(answer)) return answer;
      const woken = AbortSignal.any([this.#unwritten.signal, ...(signal ? [signal] : [])]);
      await systemClock.sleep(rest, woken).catch(() => signal?.throwIfAborted());
    }
  }

  /** Carries out a request. Throws a Rejection if it is rejected before the specification. */
  #answer(arrived: Arrived): Success {
    if (isTokenEndpoint(arrived.path)) return this.access.respond(arrived);
    if (arrived.method === 'OPTIONS') return this.#specified(this.#known(1), arrived);
    const { operation } = route(arrived);
    const { authorization = '' } = arrived.headers;
    const token = authorization.replace(/^Bearer +/i, '');
    const named = Number(queryOf(arrived.url).get('companyId'));
    const state = this.#known(this.access.tokens.get(token)?.companyId ?? (named || 1));
    this.access.noteUse(token);
    const answer = this.answers.get(operation.id);
    if (answer === undefined) return this.#specified(state, arrived);
    accessOf(state, arrived, operation, this.#now());
    return { status: operation.status, body: answer };
  }

  /** The state with the merchant and every credential. */
  #known(merchantId: number): State {
    const merchant = { ...this.#merchant(merchantId), isClosed: this.access.closed.has(merchantId) };
    const access = new Map([[merchantId, 'all' as const]]);
    const { env } = this.access;
    const key: Key = { app: { id: TEST_APP, number: null, product: 'ADSR' }, env, isAdmitted: true, access };
    return { ...withMerchant(this.#state, merchant), tokens: this.access.tokens, keys: new Map([[this.#apiKey, key]]) };
  }

  /** The state in which the merchant's own records can be written. */
  #asOwner(companyId: number): State {
    const app = { id: TEST_APP, number: 1, product: 'FULL' };
    const { env } = this.access;
    const tokens = new Map([['seed', { app, env, isAdmitted: true, companyId }]]);
    return { ...withMerchant(this.#state, { ...this.#merchant(companyId), isClosed: false }), tokens };
  }

  #specified(state: State, request: Request): Success {
    const correlationId = request.headers['x-correlation-id'] ?? crypto.randomUUID();
    const choices = { ...this.#choices, correlationId: () => correlationId };
    const { answer, next } = respond(state, request, { now: this.#now(), choices });
    this.#moveTo(next);
    return { status: answer.status, body: answer.body, headers: this.#headersOf(answer, pathOf(request.url)) };
  }

  #moveTo({ merchants }: State): void {
    const written = [...merchants].filter(([id, { log }]) => log !== this.#state.merchants.get(id)?.log);
    const numbered = written.map(([id, merchant]) => [id, this.#numbered(merchant)] as const);
    this.#state = { ...this.#state, merchants: new Map([...merchants, ...numbered]) };
    if (written.length === 0) return;
    this.#unwritten.abort();
    this.#unwritten = new AbortController();
  }

  /** Numbers the rows of the ledger in the order in which they were written, whichever is read first. */
  #numbered(merchant: Merchant): Merchant {
    const movements = merchant.movements.map((row) => ({ ...row, id: row.id ?? this.#choices.id() }));
    return { ...merchant, movements };
  }

  /** Where the specification allows any value, as after a dry run, the double describes the record in the body. */
  #headersOf({ headers, body, status }: Answer, path: string): Record<string, string> {
    const { location, etag, ...others } = headers;
    const { id } = (body ?? {}) as { readonly id?: number };
    const record = `${path.replace('/create-with-items', '')}/${id}`;
    return {
      ...others,
      ...(location !== undefined &&
        status === 201 && { location: this.#baseUrl + (location === ANY ? record : location) }),
      ...(etag !== undefined && (etag !== ANY || id !== undefined) && { etag: etag === ANY ? tagOf(body) : etag }),
    };
  }

  /** A merchant begins with the store, supplier and tax of the contract's examples, and merchant 1 with their ids. */
  #merchant(id: number): Merchant {
    const known = this.#state.merchants.get(id);
    if (known) return known;
    const fresh = (Object.entries(contract.examples) as [Table, object][]).reduce(
      (merchant, [table, example]) =>
        withRow(merchant, table, this.#row(id === 1 ? example : { ...example, id: undefined }, {})),
      { ...newMerchant(id, CURRENCY), env: this.access.env },
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

  /** A record of the back office: the example with what the test gives. */
  #row(example: object, given: object): Row {
    const row: Readonly<Record<string, unknown>> = { externalId: null, ...example, ...given };
    const id = Number(row.id ?? this.#choices.id());
    const now = this.#choices.instant();
    return { ...row, id, version: 1, entryDate: now, updatedAt: now, app: undefined };
  }
}

const isEmpty = ({ status, body }: Success): boolean =>
  status === 200 && (body as { readonly data?: readonly unknown[] }).data?.length === 0;
