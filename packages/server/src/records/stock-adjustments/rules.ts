import type {
  StockAdjustment,
  StockAdjustmentCreate,
  StockAdjustmentLine,
  StockAdjustmentLineInput,
  StockAdjustmentUpdate,
} from '../../contract/generated/types.gen.ts';
import { type FieldError, refuseInvalid } from '../../errors.ts';
import { isZero, minus, plus } from '../decimal.ts';
import { inFuture } from '../documents/dates.ts';
import {
  actionsFrom,
  type DocumentFields,
  linesOf,
  lineValues,
  notAllowed,
  requireAction,
} from '../documents/rules.ts';
import { hasValues, type NextId, refuseRepeatedIds } from '../entries.ts';
import type { LevelChange, LevelKey, Movement } from '../ledger.ts';

const COUNT = 0;
const ADD = 1;

const DRAFT = 0;
const POSTED = 1;
const VOIDED = 2;

/** Instants of a draft count: `sentAt` was stated by a request, `linesAt` is that of the last request with lines. */
export interface Drafted {
  readonly sentAt: string | null;
  readonly linesAt: string | null;
}

export type AdjustmentFields = DocumentFields<StockAdjustment, 'adjustmentNo'> & Drafted;

/** Instant at which a count holds. Null while a draft states none, because new lines would change it. */
export const heldAt = ({ status, countedAt, sentAt }: AdjustmentFields): string | null =>
  status === POSTED ? countedAt : sentAt;

export const kindOf = ({ status }: AdjustmentFields): 'updated' | 'posted' | 'voided' =>
  status === POSTED ? 'posted' : status === VOIDED ? 'voided' : 'updated';

export const isCount = ({ type }: AdjustmentFields): boolean => type === COUNT;

const LINE = { kind: 'line of this adjustment', valuesOf: lineValues, restOf: () => ({ before: null, after: null }) };

/** `at` is the instant of the request. */
export function newAdjustment(input: StockAdjustmentCreate, nextId: NextId, at: string): AdjustmentFields {
  const sentAt = input.countedAt ?? null;
  const adjustment = stated({
    adjustmentNo: null,
    reason: null,
    narration: null,
    externalId: null,
    occurredAt: null,
    ...input,
    ...{ sentAt, linesAt: at, countedAt: input.type === COUNT ? (sentAt ?? at) : null },
    id: nextId(),
    status: DRAFT,
    lines: linesOf(input.lines, [] as StockAdjustmentLine[], nextId, LINE),
  });
  refuseInvalid(misfitsOf(adjustment));
  return adjustment;
}

/** Applies a merge patch to a draft: absent means unchanged, null clears, the lines are replaced whole. */
export function changedDraft(
  adjustment: StockAdjustment,
  patch: StockAdjustmentUpdate,
  drafted: Drafted,
  nextId: NextId,
  at: string,
): AdjustmentFields {
  const { lines, status: _status, ...plain } = patch;
  const { type, occurredAt } = { ...adjustment, ...plain };
  const sentAt = type === COUNT ? (patch.countedAt === undefined ? drafted.sentAt : patch.countedAt) : null;
  const linesAt = lines ? at : drafted.linesAt;
  const changed = stated({
    ...adjustment,
    ...plain,
    // A count has `countedAt`, the other types have `occurredAt`.
    ...{ sentAt, linesAt, countedAt: type === COUNT ? (sentAt ?? linesAt) : null },
    occurredAt: type === COUNT ? null : occurredAt,
    lines: lines ? linesOf(lines, adjustment.lines, nextId, LINE) : adjustment.lines,
  });
  // Stored lines always fit the stored type, so a misfit comes from the request.
  if (lines) refuseInvalid(misfitsOf(changed));
  else if (misfitsOf(changed).length > 0) {
    throw notAllowed(adjustment.allowedActions, '/type', 'does not match the lines: send both together');
  }
  return changed;
}

const areSame = (inputs: readonly StockAdjustmentLineInput[], lines: readonly StockAdjustmentLine[]): boolean =>
  inputs.length === lines.length &&
  inputs.every((input, i) => {
    const line = lines[i] as StockAdjustmentLine;
    const { id = line.id } = input;
    return hasValues(line, { id, ...lineValues(input, input.id === undefined ? undefined : line) });
  });

/**
 * Returns the effect of a change on stock. Rejects changes that the adjustment's state does not allow. Properties other
 * than the status may be sent unchanged.
 */
export function stepOf(adjustment: StockAdjustment, patch: StockAdjustmentUpdate): 'post' | 'reverse' | 'none' {
  const { status, allowedActions } = adjustment;
  refuseRepeatedIds('lines', patch.lines);
  const { status: _, lines, ...plain } = patch;
  for (const name of Object.keys(plain) as (keyof typeof plain)[])
    if (plain[name] !== adjustment[name]) requireAction(allowedActions, 'update', `/${name}`);
  if (lines && !areSame(lines, adjustment.lines)) requireAction(allowedActions, 'update', '/lines');
  if (patch.status === undefined) requireAction(allowedActions, 'update');
  else {
    const action = patch.status === POSTED ? 'post' : patch.status === VOIDED ? 'void' : 'update';
    requireAction(allowedActions, action, '/status');
  }
  if (patch.status === POSTED) return 'post';
  return patch.status === VOIDED && status === POSTED ? 'reverse' : 'none';
}

export const keysOf = ({ storeId, lines }: AdjustmentFields): LevelKey[] =>
  lines.map(({ itemId, variantId }) => ({ storeId, itemId, variantId }));

/** Levels before and after each line, starting from the levels at the adjustment's instant. */
export function levelsBy({ type, lines }: AdjustmentFields, levels: readonly string[]): LevelChange[] {
  const reached = new Map<string, string>();
  return lines.map(({ itemId, variantId, quantity }, i) => {
    const key = `${itemId}/${variantId}`;
    const before = reached.get(key) ?? levels[i] ?? '0';
    const after = type === COUNT ? quantity : type === ADD ? plus(before, quantity) : minus(before, quantity);
    reached.set(key, after);
    return { before, after };
  });
}

/** Movements of a count: how much each line differs from the stock at that instant. */
export const movementsOfCount = (adjustment: AdjustmentFields, levels: readonly LevelChange[], at: string) =>
  moving(adjustment, at, (_, i) => minus(levels[i]?.after ?? '0', levels[i]?.before ?? '0'));

export const movementsOf = (adjustment: AdjustmentFields, at: string) =>
  moving(adjustment, at, ({ quantity }) => (adjustment.type === ADD ? quantity : minus('0', quantity)));

const moving = (
  { storeId, lines }: AdjustmentFields,
  at: string,
  changeOf: (line: StockAdjustmentLine, index: number) => string,
): Movement[] =>
  lines.flatMap((line, i) => {
    const { itemId, variantId, id: lineId } = line;
    const change = changeOf(line, i);
    return isZero(change) ? [] : [{ storeId, itemId, variantId, lineId, change, unitCost: null, at }];
  });

export function posted(adjustment: AdjustmentFields, levels: readonly LevelChange[]): AdjustmentFields {
  const lines = adjustment.lines.map((line, i) => {
    const { before = null, after = null } = levels[i] ?? {};
    return { ...line, before, after };
  });
  return stated({ ...adjustment, status: POSTED, lines });
}

export const voided = (adjustment: AdjustmentFields): AdjustmentFields => stated({ ...adjustment, status: VOIDED });

function stated(adjustment: Omit<AdjustmentFields, 'allowedActions'>): AdjustmentFields {
  const isVoided = adjustment.status === VOIDED ? 'It has been voided.' : null;
  const isFixed = isVoided ?? (adjustment.status === POSTED ? 'It has been posted.' : null);
  return { ...adjustment, allowedActions: actionsFrom({ update: isFixed, post: isFixed, void: isVoided }) };
}

/** Rejects instants in the future, and the instant that only other types have. */
export function refuseInstants(
  { type }: AdjustmentFields,
  { countedAt, occurredAt }: Pick<StockAdjustmentUpdate, 'countedAt' | 'occurredAt'>,
  now: number,
): void {
  const errorsOf = (path: string, at: string | null | undefined, fits: boolean, message: string): FieldError[] =>
    fits || at == null ? inFuture(path, at, now) : [{ in: 'body', path, rule: 'exclusive', message }];
  const errors = [
    ...errorsOf('/countedAt', countedAt, type === COUNT, 'is only for a count; others have occurredAt'),
    ...errorsOf('/occurredAt', occurredAt, type !== COUNT, 'is not for a count, which has countedAt'),
  ];
  refuseInvalid(errors);
}

/** Lines that the type does not allow. A count names each item once; other types need a quantity. */
function misfitsOf({ type, lines }: AdjustmentFields): FieldError[] {
  const first = new Map<string, number>();
  return lines.flatMap(({ itemId, variantId, quantity }, i): FieldError[] => {
    if (type !== COUNT) {
      const message = 'must be greater than 0, except in a count';
      return isZero(quantity) ? [{ in: 'body', path: `/lines/${i}/quantity`, rule: 'positive', message }] : [];
    }
    const key = `${itemId}/${variantId}`;
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, i);
    const message = `is already counted at /lines/${earlier}`;
    return earlier === undefined ? [] : [{ in: 'body', path: `/lines/${i}/itemId`, rule: 'unique', message }];
  });
}
