// Copied from packages/conformance/src/specification: change that, then run `pnpm generate`.

import { type Detail, type Fields, inBody, Rejection } from '../../answer.ts';
import type { Call, Handler, HandlerResult } from '../../call.ts';
import { type Merchant, type Row, rowsOf } from '../../state.ts';
import { stored } from '../../text.ts';

/** Many writes of items in one request, carried out one after the other. */

interface Operation extends Fields {
  readonly op: 'create' | 'update' | 'upsert';
  readonly version?: number;
  readonly item: Fields;
}

const KEYS = ['id', 'externalId', 'itemCode'] as const;

type Key = (typeof KEYS)[number];

const keysOf = (operation: Operation): Key[] => KEYS.filter((key) => operation[key] !== undefined);

/** batches.alone, batches.order */
export const batchItems: Handler = (call, merchant) => {
  const operations = call.body.operations as readonly Operation[];
  requireKeys(operations);
  let after = merchant;
  const steps: Merchant[] = [];
  const failures: [index: number, rejection: Rejection][] = [];
  const results = operations.map((operation, index) => {
    try {
      const outcome = carriedOut(call, operation, index, after);
      const isNew = after.tables.items.size < outcome.merchant.tables.items.size;
      after = outcome.merchant;
      steps.push(after);
      return { index, status: isNew ? 201 : 200, item: outcome.body };
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      failures.push([index, error]);
      const { code, details } = error;
      return { index, status: call.statusOf(code), error: { code, ...(details && { details }) } };
    }
  });
  if (call.query.atomic === true) requireNone(failures, merchant);
  const failed = failures.length;
  return {
    body: { results, succeeded: results.length - failed, failed },
    merchant: after,
    steps,
    rule: 'batches.alone',
  };
};

/** batches.keys: every operation names its record by the same property, and a new one none. */
function requireKeys(operations: readonly Operation[]): void {
  const first = operations.flatMap(keysOf)[0];
  const wrong = operations.flatMap((operation, index): Detail[] => {
    const keys = keysOf(operation);
    const isRight =
      operation.op === 'create'
        ? keys.length === 0 && operation.version === undefined
        : keys.length === 1 && keys[0] === first && !(operation.op === 'upsert' && keys[0] === 'id');
    return isRight ? [] : [inBody(`/operations/${index}`, 'key')];
  });
  if (wrong.length > 0) throw new Rejection('partner.validation_failed', 'batches.keys', wrong);
}

/** batches.upsert */
function carriedOut(call: Call, operation: Operation, index: number, merchant: Merchant): HandlerResult {
  const { op, item, version } = operation;
  const [key] = keysOf(operation);
  const at = `/results/${index}/item`;
  const headers: Record<string, string> = version === undefined ? {} : { 'if-match': `"${version}"` };
  if (op === 'create' || !key) return call.alone('createItem', { body: item, headers, at }, merchant);
  const row = rowsOf(merchant, 'items').find((one) => isNamed(one, key, operation[key], call));
  const found = op === 'upsert' ? otherKey(key, operation) : [];
  if (!row && op === 'upsert' && version === undefined) {
    return call.alone('createItem', { body: { [key]: operation[key], ...item }, headers, at, found }, merchant);
  }
  return call.alone('updateItem', { id: row?.id, body: item, headers, at, found }, merchant);
}

/** An external id names a record of the same app only. batches.keys */
const isNamed = (row: Row, key: Key, value: unknown, { app }: Call): boolean =>
  row[key] === value && (key !== 'externalId' || row.app === app.id);

function otherKey(key: Key, { item, ...names }: Operation): Detail[] {
  const stated = item[key];
  const text = typeof stated === 'string' ? stored(stated) : stated;
  return text === undefined || text === names[key] ? [] : [inBody(`/${key}`, 'key')];
}

/** batches.atomic */
function requireNone(failures: readonly (readonly [number, Rejection])[], before: Merchant): void {
  const [first] = failures;
  if (!first) return;
  const details = failures.flatMap(([index, { code, details: own }]): Detail[] => {
    const path = `/operations/${index}`;
    if (!own) return [inBody(path, code.replace('partner.', ''))];
    return own.map(({ recordId, ...detail }) => ({
      ...detail,
      path: `${path}/item${detail.path}`,
      ...(recordId !== undefined && before.tables.items.has(recordId) && { recordId }),
    }));
  });
  throw new Rejection(first[1].code, 'batches.atomic', details);
}
