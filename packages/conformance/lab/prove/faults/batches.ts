import { type Faults, fault, sharing } from '../fault.ts';
import { handler, parts, querying, replying, withBody, writing } from '../how/handlers.ts';
import { intercept } from '../intercept.ts';

const batchFault = sharing({ where: { operation: 'batchItems' as const } });

interface Result {
  readonly index: number;
  readonly error?: unknown;
}

interface Upsert {
  readonly op: string;
  readonly externalId?: string;
  readonly item: object;
}

const resultsOf = ({ results }: object & { results?: unknown }): readonly Result[] =>
  (results ?? []) as readonly Result[];

/** Batches that are not what their operations are alone. */
export const BATCH_FAULTS: Faults = {
  'batches.errors-shifted': batchFault('batches.order', 'the error of an operation has the index of the next one', {
    how: replying((body) => ({
      ...body,
      results: resultsOf(body).map((result) => (result.error ? { ...result, index: result.index + 1 } : result)),
    })),
  }),
  'batches.errors-first': batchFault('batches.order', 'failed operations come before the others', {
    how: replying((body) => ({
      ...body,
      results: resultsOf(body).toSorted((one, other) => Number(Boolean(other.error)) - Number(Boolean(one.error))),
    })),
  }),
  'batches.never-atomic': batchFault('batches.atomic', 'atomic=true stores what succeeds', {
    how: querying(({ atomic }) => (atomic === true ? { atomic: false } : undefined)),
  }),
  'batches.always-atomic': batchFault('batches.alone', 'one failed operation fails the whole batch', {
    how: querying(({ atomic }) => (atomic === true ? undefined : { atomic: true })),
  }),
  'batches.reversed': batchFault('batches.order', 'operations are carried out from the last to the first', {
    how: writing((body) => ({ ...body, operations: (body.operations as readonly unknown[]).toReversed() })),
  }),
  'batches.versions-ignored': batchFault('batches.alone', 'the version of an operation is ignored', {
    how: writing((body) => ({
      ...body,
      operations: (body.operations as readonly { readonly version?: number }[]).map(({ version: _, ...one }) => one),
    })),
  }),
  'batches.upserts-blind': fault('batches.upsert', 'an upsert does not find the record that has its key', {
    where: { statement: 'items.lock-by-external-id' },
    how: { from: 'external_id = any($2::text[])', to: 'external_id = any($2::text[]) and false' },
  }),
  'batches.upserts-double': batchFault('batches.upsert_once', 'two upserts of one key at once make two records', {
    by: ['concurrent.upserts'],
    how: handler((sound, mark) => {
      const running = new Map<string, number>();
      const count = (keys: readonly string[], step: number) => {
        for (const key of keys) running.set(key, (running.get(key) ?? 0) + step);
      };
      return async (request) => {
        const operations = (request.body.operations ?? []) as readonly Upsert[];
        const keys = operations.flatMap(({ op, externalId }) => (op === 'upsert' && externalId ? [externalId] : []));
        const isDouble = ({ externalId = '' }: Upsert) => (running.get(externalId) ?? 0) > 0;
        const changed = operations.map((one) =>
          one.op === 'upsert' && isDouble(one) ? { op: 'create', item: one.item } : one,
        );
        if (operations.some(isDouble)) mark();
        count(keys, 1);
        return sound(withBody(request, { operations: changed })).finally(() => count(keys, -1));
      };
    }),
  }),
  'batches.keys-mixed': batchFault('batches.keys', 'operations name their records by keys of several kinds', {
    how: writing((body) => {
      const operations = body.operations as readonly Upsert[];
      const kinds = new Set(operations.flatMap((one) => ['id', 'externalId', 'itemCode'].filter((key) => key in one)));
      return kinds.size > 1 ? { ...body, operations: operations.filter((one) => 'externalId' in one) } : body;
    }),
  }),
  'batches.key-of-any-app': fault('http.idempotency_scope', "the key of another app's batch is replayed", {
    by: ['pinned.batches'],
    where: { statement: ['idempotency.recall'] },
    how: { from: 'app_id = $2', to: `(app_id = $2 or operation = 'batchItems')` },
  }),
  'batches.weightless': fault('batches.weight', 'a batch counts as one request, whatever its size', {
    how: parts((deps, mark) => {
      const take = (key: string) => {
        mark();
        return deps.counters.count(key);
      };
      return { ...deps, counters: intercept(deps.counters, { take, close: async () => {} }) };
    }),
  }),
};
