import {
  context,
  createContextKey,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type Koa from 'koa';
import type { QueryConfig } from 'pg';
import type { Config } from './config.ts';
import { Batch, type Rows } from './database/batch.ts';
import type { DatabasePool } from './database/pool.ts';
import type { RequestState } from './pipeline/context.ts';
import { type Host, loggedPath } from './pipeline/log-request.ts';
import type { Counters } from './process/counters.ts';
import { VERSION } from './version.ts';

type AnyStage = (ctx: never, next: Koa.Next) => Promise<void>;

type Query = (...args: unknown[]) => unknown;

/** Sends spans of requests, stages, statements and Redis over OTLP. Loaded only if the settings name a collector. */
export class Tracing {
  readonly #provider: TracerProvider;
  readonly #tracer;
  readonly #patched = new WeakSet<object>();

  constructor({ sampler, ratio }: NonNullable<Config['tracing']>) {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
    const own = resourceFromAttributes({ 'service.name': 'tillgate', 'service.version': VERSION });
    const detected = detectResources({ detectors: [envDetector] });
    const resource = defaultResource().merge(own).merge(detected);
    const spanProcessors = [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })];
    this.#provider = new TracerProvider({ sampler: samplerOf(sampler, ratio), resource, spanProcessors });
    this.#tracer = this.#provider.getTracer('tillgate', VERSION);
  }

  /** Outermost stage of a host: one span per request, a child of the caller's span if `traceparent` was sent. */
  request(host: Host) {
    const tracing = this;
    return async function traceRequest(ctx: Koa.ParameterizedContext<RequestState>, next: Koa.Next): Promise<void> {
      const parent = propagation.extract(ROOT_CONTEXT, ctx.req.headers);
      const attributes = { 'http.request.method': ctx.method, 'url.path': loggedPath(ctx.path), 'tillgate.host': host };
      const span = tracing.#tracer.startSpan(ctx.method, { kind: SpanKind.SERVER, attributes }, parent);
      const { traceId, spanId, traceFlags } = span.spanContext();
      ctx.state.traceId = traceId;
      ctx.set('traceresponse', `00-${traceId}-${spanId}-0${traceFlags}`);
      await context.with(trace.setSpan(parent, span), next);
      describe(span, ctx);
      span.end();
    };
  }

  headers(): Record<string, string> {
    const headers = {};
    propagation.inject(context.active(), headers);
    return headers;
  }

  /** Wraps each stage in a span that includes the later stages. */
  stages<Stage extends AnyStage>(stages: readonly Stage[]): Stage[] {
    return stages.map((stage) => {
      const traced = (ctx: Parameters<Stage>[0], next: Koa.Next) =>
        this.#within(stage.name, SpanKind.INTERNAL, {}, () => stage(ctx as never, next));
      return traced as unknown as Stage;
    });
  }

  pool(pool: DatabasePool): void {
    this.#patch(pool, pool.setting);
    const find = pool.find.bind(pool);
    const traced: Query = (query) =>
      this.#statement(pool.setting, query, () =>
        context.with(context.active().setValue(TRACED, true), () => find(query as QueryConfig)),
      );
    Object.assign(pool, { find: traced });
    pool.on('acquire', (client) => this.#patch(client, pool.setting));
  }

  counters(counters: Counters): Counters {
    if (!counters.sharing) return counters;
    const traced = (name: string, count: () => Promise<number> | number) => {
      const attributes = { 'db.system.name': 'redis', 'db.operation.name': name };
      return this.#within(`redis ${name}`, SpanKind.CLIENT, attributes, async () => count());
    };
    return {
      hit: (key) => traced('INCR', () => counters.hit(key)),
      take: (key, hits, limit) => traced('EVAL', () => counters.take(key, hits, limit)),
      count: (key) => traced('GET', () => counters.count(key)),
      refuse: (key) => counters.refuse(key),
      close: () => counters.close(),
      get refusals() {
        return counters.refusals;
      },
      get sharing() {
        return counters.sharing as NonNullable<Counters['sharing']>;
      },
    };
  }

  async close(): Promise<void> {
    await this.#provider.shutdown().catch(() => {});
  }

  /** Callback queries already run inside a traced span. */
  #patch(target: object & { query: unknown }, setting: string): void {
    if (this.#patched.has(target)) return;
    this.#patched.add(target);
    const query = (target.query as Query).bind(target);
    const traced: Query = (...args) => {
      const [first] = args;
      if (typeof args.at(-1) === 'function' || context.active().getValue(TRACED)) return query(...args);
      if (first instanceof Batch) return query(this.#batch(setting, first));
      return this.#statement(setting, first, () => query(...args));
    };
    Object.assign(target, { query: traced });
  }

  /** Wraps a batch so that each statement has a span. */
  #batch(setting: string, { asked }: Batch): Batch {
    return new Batch(
      asked.map(({ statement, resolve, reject }) => {
        const { promise, ...outcome } = Promise.withResolvers<Rows<object>>();
        this.#statement<Rows<object>>(setting, statement, () => promise).then(resolve, reject);
        return { statement, ...outcome };
      }),
    );
  }

  #statement<T>(setting: string, statement: unknown, run: () => T | Promise<T>): Promise<T> {
    const { name, text } =
      typeof statement === 'string'
        ? { name: undefined, text: statement }
        : (statement as { readonly name?: string; readonly text: string });
    const attributes = {
      'db.system.name': 'postgresql',
      'tillgate.database': setting,
      'db.query.text': text.slice(0, 2000),
    };
    const title = name ?? text.trimStart().slice(0, 40).split(/\s/, 1)[0] ?? 'query';
    return this.#within(title, SpanKind.CLIENT, attributes, async () => run());
  }

  #within<T>(name: string, kind: SpanKind, attributes: Record<string, string>, work: () => Promise<T>): Promise<T> {
    const parent = context.active();
    // Work outside a request, such as a sweep, starts no trace.
    if (!trace.getSpan(parent)) return work();
    const span = this.#tracer.startSpan(name, { kind, attributes }, parent);
    return context.with(trace.setSpan(parent, span), async () => {
      try {
        return await work();
      } catch (error) {
        // Messages may repeat the content of a request; the log has them.
        span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'Error' });
        throw error;
      } finally {
        span.end();
      }
    });
  }
}

/** Set inside the span of a statement. */
const TRACED = createContextKey('traced');

function describe(span: Span, { state, status, method }: Koa.ParameterizedContext<RequestState>): void {
  const { operationId, correlationId, source, principal, client, merchant } = state;
  span.updateName(operationId ?? method);
  span.setAttributes({
    'http.response.status_code': status,
    'client.address': source,
    'tillgate.correlation_id': correlationId,
    ...(operationId && { 'tillgate.operation': operationId }),
    ...(principal && { 'tillgate.company': principal.companyId }),
    ...((principal ?? client) && { 'tillgate.app': (principal ?? client)?.appId as number }),
    ...(merchant && { 'tillgate.region': merchant.region }),
  });
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
}

function samplerOf(name: string, ratio: number): Sampler {
  const [, root] = /^parentbased_(.*)$/.exec(name) ?? [];
  if (root) return new ParentBasedSampler({ root: samplerOf(root, ratio) });
  if (name === 'always_off') return new AlwaysOffSampler();
  return name === 'traceidratio' ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler();
}
