import { systemClock } from '../clock.ts';
import { type Fetch, jsonIn, LINES } from '../exchange.ts';
import { contract } from '../generated/contract.gen.ts';
import { isTokenEndpoint } from '../generated/specification/access/token-endpoints.ts';
import { Rejection } from '../generated/specification/answer.ts';
import { pathOf, queryOf } from '../generated/specification/request.ts';
import type { Table } from '../generated/specification/state.ts';
import type { TestClient } from './access.ts';
import { type Fault, type FaultOptions, FaultPlan, rejectionOf } from './faults.ts';
import {
  explainedResults,
  jsonResponse,
  linesResponse,
  RateWindow,
  rejectionResponse,
  type Told,
  tokenResponse,
} from './responses.ts';
import type { TestRecord } from './seeds.ts';
import { type Arrived, Service, TOKEN_ENDPOINTS } from './service.ts';
import { type TestClock, testClock } from './test-clock.ts';

/** A request received by the double. */
export interface TestRequest {
  readonly method: string;
  /** Relative to the base URL, such as `/brands`. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Headers;
  /** The parsed JSON; undefined if there was none. */
  readonly body: unknown;
  /** Operation id in the contract; undefined if there is none. */
  readonly operation: string | undefined;
}

export interface TestApiOptions {
  /** Base URL of the double, for servers that pass requests on to `fetch`. */
  readonly baseUrl?: string;
  /** Requests per minute; 300 by default. */
  readonly rateLimit?: number;
  /** Initial time of the clock. */
  readonly start?: Date;
  /** The test app's clients, in place of one with a default id and secret. */
  readonly clients?: readonly [TestClient, ...TestClient[]];
  /** The key for operations that accept one, in place of a default. */
  readonly apiKey?: string;
}

/** An in-memory test double of the API. Methods without a merchant id use merchant 1. */
export interface TestApi {
  /** Options for `createTillgate`. Add credentials with `client` or `apiKey`: the double rejects others as the API does. */
  readonly options: { readonly baseUrl: string; readonly fetch: Fetch; readonly clock: TestClock };
  /** The first client. */
  readonly client: TestClient;
  readonly apiKey: string;
  /** The requests so far, oldest first. */
  readonly requests: readonly TestRequest[];
  /** Adds a record as the merchant's back office would. Returns it with all of its properties. */
  seed(resource: Table, record: object, merchantId?: number): TestRecord;
  /** The merchant's records. */
  records(resource: Table, merchantId?: number): TestRecord[];
  /** Makes an operation respond with `body` from now on, whatever is stored. */
  respond(operation: string, body: unknown): void;
  /** Makes the next request fail, or the next request for one operation. */
  fail(fault: Fault, options?: FaultOptions): void;
  /** Expires every access token. */
  expireTokens(): void;
  /** Ends the merchant's connection, as the merchant can in the back office. */
  disconnect(merchantId?: number): void;
  /** Closes the merchant, as an operator can, until `reopen`. */
  close(merchantId?: number): void;
  reopen(merchantId?: number): void;
  /**
   * Decides on the consent screen for a merchant. Returns the URL that their browser returns to. Throws a RangeError with
   * the code if the screen shows an error.
   */
  consent(authorizationUrl: string, options?: { readonly merchantId?: number; readonly approved?: boolean }): string;
}

const DEFAULT_START = new Date('2026-03-02T08:15:30.000Z');

const DEFAULT_BASE_URL = 'https://api.tillgate.test/v1';

const DEFAULT_CLIENT: TestClient = { clientId: 'svc_app_sb_1', clientSecret: 'svc_sk_sb_1' };

const DEFAULT_KEY = 'svc_ak_sb_key';

export function createTestApi(options: TestApiOptions = {}): TestApi {
  const { baseUrl = DEFAULT_BASE_URL, rateLimit = 300, start = DEFAULT_START } = options;
  const { clients = [DEFAULT_CLIENT], apiKey = DEFAULT_KEY } = options;
  const clock = testClock(start.getTime());
  const service = new Service(clock.now, baseUrl, clients, apiKey);
  const plan = new FaultPlan();
  const requests: TestRequest[] = [];
  const network = { baseUrl, service, plan, requests, clock, window: new RateWindow(rateLimit, clock) };
  return {
    options: { baseUrl, clock, fetch: (url, init) => answer(url, init, network) },
    client: clients[0],
    apiKey,
    requests,
    seed: (resource, record, merchantId = 1) => service.seed(resource, record, merchantId),
    records: (resource, merchantId = 1) => service.records(resource, merchantId),
    respond: (operation, body) => void service.answers.set(known(operation), body),
    fail(fault, options = {}) {
      if (options.operation !== undefined) known(options.operation);
      plan.add(fault, options);
    },
    expireTokens: () => service.access.expireTokens(),
    disconnect: (merchantId = 1) => service.access.disconnect(merchantId),
    close: (merchantId = 1) => void service.access.closed.add(merchantId),
    reopen: (merchantId = 1) => void service.access.closed.delete(merchantId),
    consent: (url, { merchantId = 1, approved = true } = {}) => service.access.consent(url, merchantId, approved),
  };
}

/** Throws if the contract has no such operation id, for example because it is misspelt. */
function known(operation: string): string {
  const ids = [...Object.values(TOKEN_ENDPOINTS), ...contract.operations.map(({ id }) => id)];
  if (ids.includes(operation)) return operation;
  throw new RangeError(`The contract has no operation ${operation}.`);
}

interface Network {
  readonly baseUrl: string;
  readonly service: Service;
  readonly plan: FaultPlan;
  readonly requests: TestRequest[];
  readonly clock: TestClock;
  readonly window: RateWindow;
}

async function answer(url: string, init: RequestInit, network: Network): Promise<Response> {
  const { service, plan, requests } = network;
  const arrived = arrivedFrom(url, init, network.baseUrl);
  const { id, forMerchant } = service.operationOf(arrived);
  const fault = plan.take(id ?? '', forMerchant);
  init.signal?.throwIfAborted();
  if (fault === 'network') throw new TypeError('fetch failed');
  requests.push(requestOf(arrived, id));
  if (typeof fault === 'object') await systemClock.sleep(fault.slow, init.signal ?? undefined);
  const response = await responseTo(arrived, fault, init.signal ?? undefined, network);
  if (fault === 'lost') throw new TypeError('terminated');
  return response;
}

function arrivedFrom(url: string, init: RequestInit, baseUrl: string): Arrived {
  if (!url.startsWith(`${baseUrl}/`)) throw new TypeError(`The test double serves ${baseUrl} only, not ${url}`);
  const relative = url.slice(baseUrl.length);
  return {
    method: init.method ?? 'GET',
    url: relative,
    path: pathOf(relative),
    headers: Object.fromEntries(new Headers(init.headers)),
    body: init.body === undefined || init.body === null ? undefined : String(init.body),
  };
}

function requestOf({ method, path, url, headers, body: text }: Arrived, operation: string | undefined): TestRequest {
  const isJson = headers['content-type']?.startsWith('application/json');
  const body = isJson && text !== undefined ? jsonIn(text) : undefined;
  return { method, path, query: Object.fromEntries(queryOf(url)), headers: new Headers(headers), body, operation };
}

async function responseTo(
  arrived: Arrived,
  fault: Fault | undefined,
  signal: AbortSignal | undefined,
  { service, window, clock }: Network,
): Promise<Response> {
  const correlationId = arrived.headers['x-correlation-id'] ?? crypto.randomUUID();
  const { headers: budget, rejection } = window.count();
  const headers = { ...budget, 'X-Correlation-Id': correlationId };
  const rejected = (told: Told) =>
    rejectionResponse(told, { path: `/v1${arrived.path}`, correlationId, now: clock.now() }, headers);
  const refused = rejection ?? rejectionOf(fault);
  if (refused) return rejected(refused);
  try {
    const correlated = { ...arrived, headers: { ...arrived.headers, 'x-correlation-id': correlationId } };
    const { status, body, headers: own } = await service.answerInTime(correlated, signal);
    if (isTokenEndpoint(arrived.path)) return tokenResponse(status, body, { ...headers, ...own });
    if (status >= 400 && body !== undefined) return rejected({ ...(body as Told), headers: own });
    if (own?.['content-type'] === LINES) {
      const counted = window.countStream(Number(own['tillgate-total']));
      Object.assign(headers, counted.headers);
      if (counted.rejection) return rejected(counted.rejection);
      return linesResponse(arrived.method === 'HEAD' ? [] : (body as readonly unknown[]), { ...headers, ...own });
    }
    return jsonResponse(status, arrived.method === 'HEAD' ? undefined : explainedResults(body), { ...headers, ...own });
  } catch (error) {
    if (error instanceof Rejection) return rejected(error);
    throw error;
  }
}
