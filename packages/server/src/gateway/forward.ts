import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import type { Logger } from 'pino';
import type { Operation } from '../contract/contract.ts';
import { Unavailable } from '../database/failures.ts';
import { PartnerError } from '../errors.ts';
import type { Readmission } from '../pipeline/admit.ts';
import { BodyError, hasBody, readBytes } from '../pipeline/body.ts';
import { holderOf, type RequestState, type RouteContext, type Stage } from '../pipeline/context.ts';
import type { Load, Waiting } from '../pipeline/load.ts';
import type { Region } from '../process/region.ts';
import { NOT_IMPLEMENTED } from './accept.ts';
import { SLICE } from './frames.ts';
import { type Admitted, type Answer, discard, forwardedHeaders, textOf } from './messages.ts';
import type { Outgoing, RegionLink } from './region-link.ts';

/** A request's body as it arrives. Reads on demand and discards the unread rest. */
async function* arriving(request: IncomingMessage): AsyncGenerator<Buffer> {
  if (request.destroyed && !request.readableEnded) throw new BodyError('aborted');
  const body = new PassThrough();
  const broken = () => {
    if (!request.complete) body.destroy(new BodyError('aborted'));
  };
  request.once('close', broken).pipe(body);
  try {
    yield* body as AsyncIterable<Buffer>;
  } finally {
    request.off('close', broken).unpipe(body).resume();
  }
}

export interface Forwarding {
  readonly links: ReadonlyMap<Region, RegionLink>;
  readonly load: Load;
  readonly log: Logger;
  readonly waits: Waiting;
  readonly readmission: Readmission;
  readonly traceHeaders: (ctx: RouteContext) => Record<string, string>;
}

/** Forwards an admitted request to its merchant's region and streams the response. */
export function forward({ id, validateBody, queryParameters }: Operation, parts: Forwarding): Stage {
  const { links, load, log, readmission, traceHeaders } = parts;
  return async function forwardToRegion(ctx) {
    const admitted = admittedOf(ctx.state);
    const link = links.get(admitted.merchant.region);
    if (!link) throw new Unavailable('unavailable');
    const gone = new AbortController();
    ctx.res.once('close', () => ctx.res.writableFinished || gone.abort());
    const request = {
      method: ctx.method,
      target: ctx.req.url ?? '/',
      headers: { ...forwardedHeaders(ctx.req.headers), ...traceHeaders(ctx) },
      admitted,
      route: { operation: id, params: ctx.params },
      body: validateBody && hasBody(ctx.req) ? await bodyOf(ctx) : undefined,
      signal: gone.signal,
    } satisfies Outgoing;
    const send = () => link.send(request);
    const mayWait = queryParameters.has('wait') && 'wait' in ctx.query;
    // A body that is still arriving takes as long as the client likes, so its request counts only in the
    // region, once it has arrived.
    const sendOnce = () => (ctx.req.complete ? load.carry(send) : send());
    const answer = await (mayWait ? sendWaiting(ctx, link, request, parts) : sendOnce()).catch((error) => {
      // The client has disconnected. The region logs what it has done.
      ctx.state.recordedElsewhere = gone.signal.aborted;
      throw gone.signal.aborted ? new BodyError('aborted') : error;
    });
    if (answer.status === NOT_IMPLEMENTED) throw await unknownOperation(answer, log);
    ctx.state.recordedElsewhere = true;
    relay(ctx, answer);
    readmission.whileSent(ctx);
  };
}

/**
 * Sends a request that may wait in the region. Sends it again without waiting if the gateway stops, or if the caller's
 * stores have changed meanwhile.
 */
async function sendWaiting(
  ctx: RouteContext,
  link: RegionLink,
  request: Outgoing,
  { load, waits, readmission }: Forwarding,
): Promise<Answer> {
  const start = performance.now();
  const answer = await waits.carry(holderOf(ctx.state), ctx.res, (ended) =>
    link.send({ ...request, signal: ended, mayWait: true }).catch((error) => {
      if (!ended.aborted || ctx.res.closed) throw error;
      return undefined;
    }),
  );
  ctx.state.waited = performance.now() - start;
  const drop = () => answer && discard(answer);
  const isOther = await readmission.afterWait(ctx).catch((refusal) => {
    drop();
    throw refusal;
  });
  if (answer && !isOther) return answer;
  drop();
  const again = { ...request, admitted: admittedOf(ctx.state), target: withoutWait(request.target) };
  return load.carry(() => link.send(again));
}

const withoutWait = (target: string): string => {
  const { pathname, searchParams } = new URL(target, 'http://region');
  searchParams.delete('wait');
  return `${pathname}?${searchParams}`;
};

/** A short body is forwarded once it has arrived, a long one as it arrives. */
async function bodyOf({ req, state }: RouteContext): Promise<Outgoing['body']> {
  const { 'content-length': length } = req.headers;
  if (state.bytes) return state.bytes;
  return Number(length ?? Number.POSITIVE_INFINITY) <= SLICE ? readBytes(req, SLICE, length) : () => arriving(req);
}

function admittedOf({ principal, merchant, app, bodies, correlationId, source }: RequestState): Admitted {
  if (!principal || !merchant || !app) throw new PartnerError('partner.internal', 'The request was not admitted.');
  const { appId, companyId, product, env, storeIds, credential, sentTo, isConsole } = principal;
  return {
    principal: { appId, companyId, product, env, storeIds, credential, sentTo, isConsole },
    merchant,
    appName: app.name,
    organizationId: app.organizationId,
    ...(bodies && { keepsBodies: true }),
    correlationId,
    source,
  };
}

/** Reports a region older than this gateway, which an operator has to update. Clients never see its response. */
async function unknownOperation({ body }: Answer, log: Logger): Promise<Unavailable> {
  log.error({ reason: await textOf(body) }, 'a region does not know an operation of this gateway');
  return new Unavailable('unavailable');
}

/** Headers of the connection instead of the response (RFC 9110 §7.6.1), and headers set by the gateway. */
const NOT_RELAYED = new Set([
  'connection',
  'date',
  'keep-alive',
  'proxy-connection',
  'te',
  'traceresponse',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const EMPTY = new Set([204, 205, 304]);

function relay(ctx: RouteContext, { status, headers, body }: Answer): void {
  ctx.status = status;
  if (Buffer.isBuffer(body)) {
    if (!EMPTY.has(status) && ctx.method !== 'HEAD') ctx.body = body;
  } else {
    ctx.body = body;
    // A truncated response must not look complete.
    body.once('error', () => ctx.res.destroy());
  }
  for (const [name, value = ''] of Object.entries(headers)) {
    // The gateway sets values for these as well.
    if (name === 'vary') ctx.vary(String(value));
    else if (name === 'link') ctx.append(name, value);
    else if (!NOT_RELAYED.has(name)) ctx.set(name, value);
  }
}
