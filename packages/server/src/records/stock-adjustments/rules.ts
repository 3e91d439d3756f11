import type {
  StockAdjustment,
  StockAdjustmentCreate,
  StockAdjustmentLine,
  StockAdjustmentLineInput,
  StockAdjustmentUpdate,
} from '../../contract/generated/types.gen.ts';
import { type FieldError, validationFailed } from '../../errors.ts';
import { isZero, minus, plus } from '../decimal.ts';
import { inFuture } from '../documents/dates.ts';
import { actionsFrom, linesBefore, lineValues, notAllowed, requireAction } from '../documents/rules.ts';
import { hasValues, type NextId, refuseRepeatedIds } from '../entries.ts';
import type { LevelChange, LevelKey, Movement } from '../ledger.ts';

const COUNT = 0;
const ADD = 1;

const DRAFT = 0;
const POSTED = 1;
const VOIDED = 2;

/** The instants of a draft count: the one that a request stated, and that of the last request that sent lines. */
export interface Drafted {
  readonly sentAt: string | null;
  readonly linesAt: string | null;
}

/** The fields to write. The store adds the rest, including a number if there is none. */
export type AdjustmentFields = Omit<StockAdjustment, 'version' | 'entryDate' | 'updatedAt' | 'adjustmentNo'> &
  Drafted & { readonly adjustmentNo: string | null };

/** When a count holds, as far as it is certain: a draft that states no instant can get new lines. */
export const heldAt = ({ status, countedAt, sentAt }: AdjustmentFields): string | null =>
  status === POSTED ? countedAt : sentAt;

/** The change that led to the adjustment's status. */
export const kindOf = ({ status }: AdjustmentFields): 'updated' | 'posted' | 'voided' =>
  status === POSTED ? 'posted' : status === VOIDED ? 'voided' : 'updated';

export const isCount = ({ type }: AdjustmentFields): boolean => type === COUNT;

interface Maker {
  readonly nextId: NextId;
  /** The instant of the request. */
  readonly at: string;
}

export function newAdjustment(input: StockAdjustmentCreate, id: number, { nextId, at }: Maker): AdjustmentFields {
  const sentAt = input.countedAt ?? null;
  const adjustment = stated({
    adjustmentNo: null,
    reason: null,
    narration: null,
    externalId: null,
    occurredAt: null,
    ...input,
    ...{ sentAt, linesAt: at, countedAt: input.type === COUNT ? (sentAt ?? at) : null },
    id,
    status: DRAFT,
    lines: linesOf(input.lines, [], nextId),
  });
  refuseMisfits(adjustment);
  return adjustment;
}

/** Applies a merge patch to a draft: absent means unchanged, null clears, the lines are replaced whole. */
export function changedDraft(
  adjustment: StockAdjustment,
  patch: StockAdjustmentUpdate,
  drafted: Drafted,
  { nextId, at }: Maker,
): AdjustmentFields {
  const { lines, status: _status, ...plain } = patch;
  const { type, occurredAt } = { ...adjustment, ...plain };
  const sentAt = type === COUNT ? (patch.countedAt === undefined ? drafted.sentAt : patch.countedAt) : null;
  const linesAt = lines ? at : drafted.linesAt;
  const changed = stated({
    ...adjustment,
    ...plain,
    // An adjustment of another type has another instant.
    ...{ sentAt, linesAt, countedAt: type === COUNT ? (sentAt ?? linesAt) : null },
    occurredAt: type === COUNT ? null : occurredAt,
    lines: lines ? linesOf(lines, adjustment.lines, nextId) : adjustment.lines,
  });
  // Stored lines always fit the stored type, so a misfit comes from the request.
  if (lines) refuseMisfits(changed);
  else if (misfitsOf(changed).length > 0) {
    throw notAllowed(adjustment.allowedActions, '/type', 'does not match the lines: send both together');
  }
  return changed;
}

/**
 * Returns the effect of a change on stock. Rejects changes that the adjustment's state does not allow; a property that
 * is sent with its present value is allowed, except the status.
 */
export function stepOf(adjustment: StockAdjustment, patch: StockAdjustmentUpdate): 'post' | 'reverse' | 'none' {
  const { status, allowedActions } = adjustment;
  refuseRepeatedIds('lines', patch.lines);
  for (const name of changedNames(adjustment, patch)) requireAction(allowedActions, 'update', `/${name}`);
  if (patch.status === undefined) requireAction(allowedActions, 'update');
  else {
    const action = patch.status === POSTED ? 'post' : patch.status === VOIDED ? 'void' : 'update';
    requireAction(allowedActions, action, '/status');
  }
  if (patch.status === POSTED) return 'post';
  return patch.status === VOIDED && status === POSTED ? 'reverse' : 'none';
}

/** Properties other than the status that differ from the stored ones. */
function changedNames(adjustment: StockAdjustment, { status: _, lines, ...plain }: StockAdjustmentUpdate): string[] {
  const names = Object.keys(plain) as (keyof typeof plain)[];
  const changed: string[] = names.filter((name) => plain[name] !== adjustment[name]);
  return lines && !isSame(lines, adjustment.lines) ? [...changed, 'lines'] : changed;
}

const isSame = (inputs: readonly StockAdjustmentLineInput[], lines: readonly StockAdjustmentLine[]): boolean =>
  inputs.length === lines.length &&
  inputs.every((input, i) => {
    const line = lines[i] as StockAdjustmentLine;
    const { id = line.id } = input;
    return hasValues(line, { id, ...lineValues(input, input.id === undefined ? undefined : line) });
  });

export const keysOf = ({ storeId, lines }: AdjustmentFields): LevelKey[] =>
  lines.map(({ itemId, variantId }) => ({ storeId, itemId, variantId }));

/** The level before and after each line, from the levels at the adjustment's instant. */
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

/** Movements of a count at an instant: how much each line differs from the stock then. */
export const movementsOfCount = (
  adjustment: AdjustmentFields,
  levels: readonly LevelChange[],
  at: string,
): Movement[] =>
  adjustment.lines.flatMap((line, i) => {
    const { before, after } = levelOf(levels[i]);
    return movementOf(adjustment, line, minus(after ?? '0', before ?? '0'), at);
  });

export const movementsOf = (adjustment: AdjustmentFields, at: string): Movement[] =>
  adjustment.lines.flatMap((line) => {
    const change = adjustment.type === ADD ? line.quantity : minus('0', line.quantity);
    return movementOf(adjustment, line, change, at);
  });

function movementOf({ storeId }: AdjustmentFields, line: StockAdjustmentLine, change: string, at: string): Movement[] {
  const { itemId, variantId, id } = line;
  return isZero(change) ? [] : [{ storeId, itemId, variantId, lineId: id, change, unitCost: null, at }];
}

/** A posted adjustment shows the stock before and after. */
export function posted(adjustment: AdjustmentFields, levels: readonly LevelChange[]): AdjustmentFields {
  const lines = adjustment.lines.map((line, i) => ({ ...line, ...levelOf(levels[i]) }));
  return stated({ ...adjustment, status: POSTED, lines });
}

const levelOf = (level: LevelChange | undefined) => ({ before: level?.before ?? null, after: level?.after ?? null });

export const voided = (adjustment: AdjustmentFields): AdjustmentFields => stated({ ...adjustment, status: VOIDED });

function stated(adjustment: Omit<AdjustmentFields, 'allowedActions'>): AdjustmentFields {
  const isVoided = adjustment.status === VOIDED ? 'It has been voided.' : null;
  const isFixed = isVoided ?? (adjustment.status === POSTED ? 'It has been posted.' : null);
  return { ...adjustment, allowedActions: actionsFrom({ update: isFixed, post: isFixed, void: isVoided }) };
}

/** Rejects instants in the future, and the one that adjustments of another type have. */
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
  if (errors.length > 0) throw validationFailed(errors);
}

function refuseMisfits(adjustment: AdjustmentFields): void {
  const misfits = misfitsOf(adjustment);
  if (misfits.length > 0) throw validationFailed(misfits);
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

function linesOf(
  inputs: readonly StockAdjustmentLineInput[],
  current: readonly StockAdjustmentLine[],
  nextId: NextId,
): StockAdjustmentLine[] {
  const existing = linesBefore(inputs, current, 'line of this adjustment');
  return inputs.map((input, index) => {
    const before = existing[index];
    return { id: before?.id ?? nextId(), ...lineValues(input, before), before: null, after: null };
  });
}
