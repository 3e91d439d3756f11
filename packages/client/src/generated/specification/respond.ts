// Copied from packages/conformance/src/specification: change that, then run `pnpm generate`.

import { accessOf, requireOwnCompany, seenBy } from './access.ts';
import { ANY, type Answer, type Fields, Rejection } from './answer.ts';
import type { Call, HandlerResult, Handlers, PartOfBatch } from './call.ts';
import { createCanonical, createMinorUnitsCheck } from './canonical.ts';
import { type Choices, unseen, within } from './choices.ts';
import { isUnchanged, resourceOf, ruleOfTags } from './conditions.ts';
import type { Contract, Operation } from './contract.ts';
import { keyOf, replayed } from './idempotency.ts';
import { movementsBetween } from './ledger.ts';
import { withWrite } from './log.ts';
import {
  allowOf,
  createBodyCheck,
  createRouter,
  createRoutes,
  createShapeCheck,
  type Request,
  type Routed,
} from './request.ts';
import { type Merchant, type State, withEntry, withMerchant } from './state.ts';
import { prefersLines, refusePages, streamOf } from './streams.ts';

/** Clock and choices: everything the response depends on besides state and request. */
export interface Circumstances {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly choices: Choices;
}

export interface Response {
  readonly answer: Answer;
  readonly next: State;
}

/** The whole service: a pure function of its state, a request and the service's choices. */
export type Specification = (state: State, request: Request, circumstances: Circumstances) => Response;

/** Checks run in the order of `http.order_of_checks`, and the first failure is the response. */
export function createSpecification(contract: Contract, handlers: Handlers): Specification {
  const routesAt = createRoutes(contract);
  const route = createRouter(contract);
  const shape = createShapeCheck(contract);
  const canonical = createCanonical(contract);
  const tooFine = createMinorUnitsCheck(contract);
  const locations = locationsIn(contract);

  const checkBody = createBodyCheck(contract);

  function alone(operationId: string, part: PartOfBatch, whole: Call, merchant: Merchant): HandlerResult {
    const operation = contract.operations.find(({ id }) => id === operationId);
    const handler = handlers[operationId];
    if (!operation?.body || !handler) throw new Error(`The specification has no operation ${operationId}.`);
    checkBody(operation, part.body, part.found);
    const body = canonical(operation.body, part.body, merchant.currency);
    const details = tooFine(operation.body, body, merchant.currency);
    if (details.length > 0) throw new Rejection('partner.validation_failed', 'numbers.minor_units', details);
    const { id, headers, at } = part;
    const choices = within(whole.choices, at);
    return handler({ ...whole, operation, id, query: {}, sent: new Set(), body, headers, choices }, merchant);
  }

  const respond: Specification = (state, request, { now, choices }) => {
    if (request.method === 'OPTIONS') return { answer: optionsOf(routesAt(request.url)), next: state };
    const routed = route(request);
    const { operation } = routed;
    const access = accessOf(state, request, operation, now);
    const { app } = access.credential;
    const shaped = shape(routed, request);
    requireOwnCompany(access, shaped.query.companyId);
    const merchant = seenBy(access);
    const body = operation.body ? canonical(operation.body, shaped.body, merchant.currency) : {};
    const { stores } = access;
    const streamed = operation.streams && prefersLines(request.headers.accept);
    const call: Call = {
      ...asAsked(shaped, streamed),
      streamed,
      body,
      operation,
      app,
      stores,
      headers: request.headers,
      choices,
      now,
      alone: (id, part, before) => alone(id, part, call, before),
      statusOf: (code) => contract.statuses[code] ?? 0,
    };
    refusePages(call);
    const key = keyOf(call);
    const { 'if-match': match, 'if-none-match': none } = request.headers;
    const conditions = request.method === 'PATCH' ? [match, none] : [match];
    const text = JSON.stringify([request.method, request.url, conditions, request.body]);
    const again = key === undefined ? undefined : replayed(merchant, key, text, now);
    if (again) return { answer: again, next: state };
    const details = operation.body ? tooFine(operation.body, body, merchant.currency) : [];
    if (details.length > 0) throw new Rejection('partner.validation_failed', 'numbers.minor_units', details);
    const handler = handlers[operation.id];
    if (!handler) throw new Error(`The specification has no operation ${operation.id}.`);
    const outcome = handler(call, merchant);
    const answer = answerOf(call, merchant, outcome, locations.get(operation.id));
    const logged = withWrite(merchant, outcome, call);
    const replay = { request: text, answer, at: now };
    const done = key === undefined ? logged : { ...logged, replays: withEntry(logged.replays, key, replay) };
    const tables = stores ? access.merchant.tables : done.tables;
    return { answer, next: isDryRun(call) ? state : withMerchant(state, { ...done, tables }) };
  };

  const answered: Specification = (state, request, circumstances) => {
    try {
      return respond(state, request, circumstances);
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      return { answer: rejectionOf(error, contract), next: state };
    }
  };

  return (state, request, { now, choices }) => {
    if (request.method !== 'HEAD') return answered(state, request, { now, choices });
    const { answer } = answered(state, request, { now, choices: unseen(choices) });
    // http.head
    return { answer: { ...answer, body: undefined, rule: 'http.head' }, next: state };
  };
}

/** A stream is one page without a limit. */
const asAsked = <Shaped extends { readonly query: Fields }>(shaped: Shaped, streamed: boolean): Shaped =>
  streamed ? { ...shaped, query: { ...shaped.query, limit: Number.MAX_SAFE_INTEGER } } : shaped;

/** http.options */
const optionsOf = (routes: readonly Routed[]): Answer => ({
  status: 204,
  headers: { allow: allowOf(routes) },
  body: undefined,
  rule: 'http.options',
});

const isDryRun = ({ query, operation }: Call): boolean => operation.method !== 'GET' && query.dryRun === true;

function answerOf(call: Call, before: Merchant, outcome: HandlerResult, location: string | undefined): Answer {
  const { operation } = call;
  if (call.streamed) return streamOf(call, outcome);
  if (operation.method === 'GET') return readOf(call, outcome);
  const dry = isDryRun(call) ? { dryRun: { movements: movementsBetween(before, outcome.merchant) } } : {};
  const headers = isDryRun(call) ? DRY_RUN_HEADERS : taggedAs(call, before, outcome, location);
  return { status: operation.status, headers, body: { ...outcome.body, ...dry }, rule: outcome.rule };
}

/** A dry run has no Location, and any ETag. dry_run */
const DRY_RUN_HEADERS = { 'tillgate-dry-run': 'true', etag: ANY };

/** The ETag of a written record, and the Location of a new one. http.etag, http.location */
function taggedAs(
  { operation, choices }: Call,
  merchant: Merchant,
  { body, record: id }: HandlerResult,
  location = '',
): Record<string, string> {
  if (id === undefined) return {};
  const etag = choices.tag(resourceOf(location || operation.path, id), body);
  return operation.status === 201 ? { etag, location: urlOf(location, id, merchant) } : { etag };
}

/** Location of a new record; an item's names the merchant's first store, if there is one. http.location */
function urlOf(location: string, id: number, { tables }: Merchant): string {
  const [storeId] = [...tables.stores.keys()].sort((one, other) => one - other);
  const [path = '', query] = location.replace('{id}', String(id)).split('?');
  return query === undefined || storeId === undefined ? path : `${path}?${query.replace('{storeId}', String(storeId))}`;
}

/** Path at which a created record is read, by the id of the operation that creates it. */
function locationsIn({ operations }: Contract): ReadonlyMap<string, string> {
  const reads = operations.filter(({ method }) => method === 'GET');
  const creates = operations.filter(({ status }) => status === 201);
  return new Map(
    creates.map(({ id, path }) => {
      const collection = path.replace(/\/create-.*/, '');
      const found = reads.find((read) => [`${collection}/{id}`, `${collection}/{id}/full`].includes(read.path));
      const needsStore = found?.parameters.some(({ name, required }) => name === 'storeId' && required);
      return [id, `${found?.path ?? path}${needsStore ? '?storeId={storeId}' : ''}`];
    }),
  );
}

/** A read, or 304 if the caller already has it. http.if_none_match, http.content_etag */
function readOf(call: Call, { body, rule, record, changesAfter }: HandlerResult): Answer {
  const { operation, choices, headers: sent } = call;
  const resource = record === undefined ? listTag(call) : resourceOf(operation.path, record);
  const etag = choices.tag(resource, body);
  const headers = { etag, ...(changesAfter !== undefined && { 'tillgate-changes-after': changesAfter }) };
  const none = sent['if-none-match'];
  if (none === undefined || !isUnchanged(none, etag))
    return { status: operation.status, headers, body, rule: call.stores ? approvalRule(operation) : rule };
  const unchanged = record === undefined ? 'http.content_etag' : ruleOfTags('if_none_match', none);
  return { status: 304, headers, body: undefined, rule: unchanged };
}

/** Rule of a read that sees only approved stores. */
const approvalRule = ({ path }: Operation): string =>
  path.startsWith('/reports/') ? 'reports.approved_stores' : 'keys.approved_stores';

const listTag = ({ operation, id, query, app }: Call): string => JSON.stringify([operation.id, id, app.id, query]);

/** The error body of resource endpoints. Its times, ids and messages are checked with every response. */
function rejectionOf({ code, details, headers, rule }: Rejection, { statuses }: Contract): Answer {
  const body: Fields = { status: 'error', code, ...(details && { details }) };
  return { status: statuses[code] ?? 0, headers, body, rule };
}
