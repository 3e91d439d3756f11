import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { bodyErrors, type Operation } from '../contract/contract.ts';
import { exceededBound, type JsonBounds } from '../contract/json-bounds.ts';
import { splitBody } from '../contract/read-only.ts';
import { composed } from '../contract/text.ts';
import { toFieldErrors } from '../contract/validation.ts';
import type { IdempotencyRequest } from '../database/idempotency.ts';
import type { Regions } from '../database/regions.ts';
import type { TenantScope } from '../database/statement.ts';
import type { TenantStore, TenantTransaction } from '../database/tenant.ts';
import { companyDenied, PartnerError, validationFailed } from '../errors.ts';
import type { Lists } from '../lists/lists.ts';
import type { Handler, HandlerRequest, MerchantOperationId, Reply, RunWaiting, Write } from '../records/handlers.ts';
import type { Conditions } from '../records/record.ts';
import type { Readmission } from './admit.ts';
import { MAX_BODY_BYTES, parseJson, readBody } from './body.ts';
import { holderOf, type RouteContext, type Stage } from './context.ts';
import type { Load, Waiting } from './load.ts';
import { coerce, coerceQuery, parseQuery, type RawQuery } from './query.ts';
import { pagingErrors, prefersLines, respond, revisionOf } from './respond.ts';

export interface RunDependencies {
  readonly regions: Regions;
  readonly lists: Lists;
  readonly apiUrl: string;
  readonly load: Load;
  readonly waits: Waiting;
  /** Checks callers again. Undefined in a region, where the gateway does this. */
  readonly readmission?: Readmission | undefined;
}

/** Validates the request, runs the operation's handler for the token's merchant, and sends the reply. */
export function run<Id extends MerchantOperationId>(
  operation: Operation & { readonly id: Id },
  handler: Handler<Id>,
  { regions, lists, apiUrl, load, waits, readmission }: RunDependencies,
): Stage {
  const revised = revisionOf(operation.path);
  return async function runOperation(ctx) {
    const query = parseQuery(ctx.querystring);
    const streamed = operation.hasStream && prefersLines(ctx);
    const { parameters, errors } = readParameters(ctx, operation, query);
    const { companyId } = parameters.query;
    if (errors.length === 0 && companyId !== undefined && companyId !== ctx.state.principal?.companyId) {
      throw companyDenied();
    }
    const { validateBody, bodyBytes = MAX_BODY_BYTES } = operation;
    const { text } = validateBody
      ? await readBody(ctx.req, ['application/json'], bodyBytes, ctx.state.bytes)
      : { text: '' };
    if (ctx.state.bodies) ctx.state.bodies.request = text;
    // Each step takes milliseconds for a long body, so other requests get a turn in between.
    const turn = text.length > 64 * 1024 ? nextTurn : undefined;
    const sent = validateBody && (await boundedJson(text, operation.bodyBounds, turn));
    // Collected before validation, which fills in defaults the client did not send.
    const names = operation.namesIn(query, sent);
    const wrong = [...errors, ...(streamed ? pagingErrors(query) : []), ...bodyErrors(sent, operation)];
    if (wrong.length > 0) throw validationFailed(wrong);
    await turn?.();
    ctx.state.names = names;
    if (validateBody) noteUnkeyed(ctx, text);
    const { body, claims } = splitBody(sent, operation.readOnly);
    const { dryRun = false } = parameters.query;
    const tenant = regions.tenant(scopeOf(ctx));
    const write = writeAs(tenant, { idempotency: idempotencyOf(ctx, operation, text), dryRun });
    const conditions = conditionsOf(ctx);
    const aside = <T>(part: () => Promise<T>) => load.pause(part);
    /** Waits outside the load limit, and notes how long. */
    const waiting: RunWaiting = async function wait(part) {
      const start = performance.now();
      try {
        return await load.pause(() => waits.carry(holderOf(ctx.state), ctx.res, part));
      } finally {
        ctx.state.waited = performance.now() - start;
      }
    };
    const given = { ...parameters, body, conditions, claims, streamed, lists, tenant, write, waiting, aside };
    const request = given as unknown as HandlerRequest<Id>;
    const handle = (asked: HandlerRequest<Id>): Promise<Reply> => load.carry(() => handler(asked));
    const reply = 'wait' in parameters.query ? await handleWaiting(request) : await handle(request);
    if (query.has('page')) noteTotal(ctx, reply);
    if (ctx.state.bodies) ctx.state.bodies.response = reply.body;
    await respond(ctx, revised(reply), { apiUrl, load });
    readmission?.whileSent(ctx);

    /** Responds to a request that has waited as to a new one. */
    async function handleWaiting(asked: HandlerRequest<Id>): Promise<Reply> {
      const waited = handle(asked);
      await waited.catch(() => {});
      if (ctx.state.waited === undefined || !(await readmission?.afterWait(ctx))) return waited;
      return handle({ ...asked, query: { ...asked.query, wait: 0 }, tenant: regions.tenant(scopeOf(ctx)) });
    }
  };
}

/** Notes a write that cannot be repeated safely. */
function noteUnkeyed(ctx: RouteContext, text: string): void {
  if (ctx.req.headers['idempotency-key'] !== undefined) return;
  ctx.state.facts = { ...ctx.state.facts, unkeyed: hash('sha256', text, 'base64url').slice(0, 22) };
}

const EXACT_TOTAL = /"total":(\d+),"totalIsExact":true,[^{}]*\}\}$/;

function noteTotal(ctx: RouteContext, { body }: Reply): void {
  const total = EXACT_TOTAL.exec(body.slice(-300))?.[1];
  if (total !== undefined) ctx.state.facts = { ...ctx.state.facts, total: Number(total) };
}

function readParameters(ctx: RouteContext, operation: Operation, raw: RawQuery) {
  const path: Record<string, unknown> = {};
  for (const { name, schema } of operation.pathParameters) path[name] = coerce(ctx.params[name] ?? '', schema.type);
  const { query, errors } = coerceQuery(raw, operation);
  const typed: { readonly dryRun?: boolean; readonly companyId?: unknown } = query;
  const parameters = { path, query: typed, header: ctx.req.headers };
  const { validateParameters } = operation;
  const isValid = validateParameters(parameters);
  const wrong = isValid ? errors : [...errors, ...toFieldErrors(validateParameters.errors ?? [])];
  return { parameters, errors: wrong };
}

/** Parses a body after checking its size, since parsing would build the whole value. */
async function boundedJson(
  text: string,
  bounds: JsonBounds,
  turn: (() => Promise<unknown>) | undefined,
): Promise<unknown> {
  await turn?.();
  const exceeded = exceededBound(text, bounds);
  if (exceeded !== undefined) {
    const [rule, message] =
      exceeded === 'depth'
        ? ['maxDepth', `must not be nested more than ${bounds.depth} levels deep`]
        : ['maxValues', `must not contain more than ${bounds.values} values: split it into several requests`];
    throw validationFailed([{ in: 'body', path: '', rule, message }]);
  }
  await turn?.();
  const value = parseJson(text);
  await turn?.();
  return composed(value);
}

function scopeOf({ state }: RouteContext): TenantScope {
  const { principal, merchant, app, correlationId } = state;
  if (!principal || !merchant || !app) throw new PartnerError('partner.internal', 'The request was not admitted.');
  const { companyId, region, cell, moving, currency } = merchant;
  const { appId, scopes, storeIds } = principal;
  const caller = { appId, appName: app.name, scopes, storeIds, correlationId, holder: holderOf(state) };
  return { companyId, region, cell, moving, currency, ...caller };
}

/** Conditions of a change. If-None-Match is ignored for a POST, which has no record to compare. */
function conditionsOf({ req, method }: RouteContext): Conditions {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = req.headers;
  return method === 'PATCH' ? { ifMatch, ifNoneMatch } : { ifMatch };
}

/** The fingerprint covers the operation, the URL, the conditions and the body. */
function idempotencyOf(ctx: RouteContext, operation: Operation, text: string): IdempotencyRequest | undefined {
  const key = ctx.req.headers['idempotency-key'];
  if (!operation.validateBody || typeof key !== 'string') return undefined;
  const { ifMatch = '', ifNoneMatch } = conditionsOf(ctx);
  const conditions = ifNoneMatch === undefined ? ifMatch : `${ifMatch}\n${ifNoneMatch}`;
  const fingerprint = hash('sha256', `${ctx.url}\n${conditions}\n${text}`, 'base64url');
  return { operationId: operation.id, key, fingerprint };
}

/**
 * Performs the writes of a request with its options. A dry run is neither stored nor replayed. Its reply lists the
 * movements it would have added to the ledger, and has no Location, since the record is not stored.
 */
const writeAs = (
  tenant: TenantStore,
  { idempotency, dryRun }: { readonly idempotency: IdempotencyRequest | undefined; readonly dryRun: boolean },
): Write =>
  async function writeRequested<R extends Reply>(work: (tx: TenantTransaction) => Promise<R>): Promise<R> {
    if (dryRun) {
      const { outcome, movements } = await tenant.rehearse(work);
      const body = `${outcome.body.slice(0, -1)},"dryRun":${JSON.stringify({ movements })}}`;
      const { Location: _, ...headers } = outcome.headers ?? {};
      return withHeader({ ...outcome, headers, body }, 'Tillgate-Dry-Run');
    }
    if (!idempotency) return tenant.write(work);
    const { outcome, isRepeated } = await tenant.writeOnce(idempotency, work);
    return isRepeated ? withHeader(outcome, 'Idempotent-Replayed') : outcome;
  };

const withHeader = <R extends Reply>(reply: R, name: string): R => ({
  ...reply,
  headers: { ...reply.headers, [name]: 'true' },
});
