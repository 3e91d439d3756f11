import { type Faults, fault, sharing } from '../fault.ts';
import { parts, querying, replying, writing } from '../how/handlers.ts';
import { intercept } from '../intercept.ts';

const batchFault = sharing({ where: { operation: 'batchItems' as const } });

interface Result {
  readonly index: number;
  readonly error?: unknown;
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
