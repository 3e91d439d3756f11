import type { AllowedAction } from '../../contract/generated/types.gen.ts';
import { overReceipt, type PartnerError, referencesNotFound, refuseInvalid, stateConflict } from '../../errors.ts';
import { canonicalQuantity, isMore, isZero, minus, plus } from '../decimal.ts';
import { entriesBefore, idOf, type NextId, refuseRepeatedIds, repetitions } from '../entries.ts';
import type { FieldsOf } from '../record.ts';

/** Fields that a write sets. The database adds the rest, including a number if there is none. */
export type DocumentFields<R, Number extends keyof R> = Omit<FieldsOf<R>, Number> &
  Readonly<Record<Number, string | null>>;

type Action = AllowedAction['action'];

/** A document's actions, each with the reason why it is not allowed, or null. */
export const actionsFrom = (reasons: Partial<Record<Action, string | null>>): AllowedAction[] =>
  Object.entries(reasons).map(([action, reason]) => ({
    action: action as Action,
    allowed: reason === null,
    code: reason === null ? null : 'partner.state_conflict',
    reason,
  }));

/** Rejection of an action. It lists the actions that the document's state allows. */
export const notAllowed = (actions: readonly AllowedAction[], path: string, message: string): PartnerError =>
  stateConflict(
    path,
    message,
    actions.filter(({ allowed }) => allowed).map(({ action }) => action),
  );

export function requireAction(actions: readonly AllowedAction[], action: Action, path = ''): void {
  const reason = actions.find((entry) => entry.action === action)?.reason ?? null;
  if (reason !== null) throw notAllowed(actions, path, reason);
}

interface LineInput {
  readonly itemId: number;
  readonly variantId?: number | null;
  readonly quantity: string;
}

interface Line {
  readonly id: number;
  readonly itemId: number;
  readonly variantId: number | null;
}

/** A line that keeps its item also keeps its variant. */
export function lineValues({ itemId, variantId, quantity }: LineInput, before?: Line) {
  const kept = before?.itemId === itemId ? before.variantId : null;
  return { itemId, variantId: variantId === undefined ? kept : variantId, quantity: canonicalQuantity(quantity) };
}

interface LinePlan<Input, Stored, Values, Rest> {
  /** Names a line in rejections, such as `line of this order`. */
  readonly kind: string;
  readonly valuesOf: (input: Input, before?: Stored) => Values;
  /** Values that no request sends. */
  readonly restOf: (values: Values, before?: Stored) => Rest;
}

/**
 * Lines of a document after a request. Each line keeps the id of the stored line that it changes, or gets a new one.
 * Rejects repeated ids and ids of other documents, naming each.
 */
export function linesOf<Input extends LineInput, Stored extends Line, Values extends object, Rest extends object>(
  inputs: readonly Input[],
  current: readonly Stored[],
  nextId: NextId,
  { kind, valuesOf, restOf }: LinePlan<Input, Stored, Values, Rest>,
): ({ id: number } & Values & Rest)[] {
  refuseRepeatedIds('lines', inputs);
  const known = new Set(current.map(({ id }) => id));
  const unknown = inputs.flatMap((input, i) => {
    const id = idOf(input);
    return id === undefined || known.has(id) ? [] : [`/lines/${i}/id`];
  });
  if (unknown.length > 0) throw referencesNotFound(unknown, kind);
  const existing = entriesBefore({ name: 'lines', kind, asNew: (input) => valuesOf(input) }, inputs, current);
  return inputs.map((input, index) => {
    const before = existing[index];
    const values = valuesOf(input, before);
    return { id: before?.id ?? nextId(), ...values, ...restOf(values, before) };
  });
}

/** Receipt state of a document. */
export const DRAFT = 0;
export const PARTIAL = 1;
export const RECEIVED = 2;

type ReceiptState = typeof DRAFT | typeof PARTIAL | typeof RECEIVED;

export const VOIDED = 0;

interface ReceivableLine {
  readonly id: number;
  readonly quantity: string;
  readonly received: string;
  readonly outstanding: string;
}

/** A line that keeps its id also keeps its received quantity. */
export function receivableRest({ quantity }: { readonly quantity: string }, before?: ReceivableLine) {
  const received = before?.received ?? '0';
  return { received, outstanding: minus(quantity, received) };
}

/** A line as it was before a receipt, and the quantity received. */
export interface Received<Line> {
  readonly line: Line;
  readonly quantity: string;
}

export interface Receipt {
  readonly lines?: readonly { readonly lineId: number; readonly quantity: string }[];
  readonly receivedAt?: string;
}

/** Applies a receipt to the lines. Without lines in the receipt, everything outstanding is received. */
export function receive<Line extends ReceivableLine>(
  before: readonly Line[],
  { lines: named }: Receipt,
  kind: string,
): { lines: Line[]; received: Received<Line>[] } {
  const outstanding = before.filter((line) => !isZero(line.outstanding));
  const quantities = named
    ? namedQuantities(before, named, kind)
    : new Map(outstanding.map((line) => [line.id, line.outstanding]));
  const received: Received<Line>[] = [];
  const lines = before.map((line) => {
    const quantity = quantities.get(line.id);
    if (quantity === undefined) return line;
    received.push({ line, quantity });
    const sum = plus(line.received, quantity);
    return { ...line, received: sum, outstanding: minus(line.quantity, sum) };
  });
  return { lines, received };
}

/** Rejects repeated lines, unknown lines, and quantities above the outstanding ones. */
function namedQuantities(
  lines: readonly ReceivableLine[],
  named: NonNullable<Receipt['lines']>,
  kind: string,
): Map<number, string> {
  refuseInvalid(repetitions(named.map(({ lineId }, i) => ({ path: `/lines/${i}/lineId`, value: lineId }))));
  const byId = new Map(lines.map((line) => [line.id, line]));
  const unknown = named.flatMap(({ lineId }, i) => (byId.has(lineId) ? [] : [`/lines/${i}/lineId`]));
  if (unknown.length > 0) throw referencesNotFound(unknown, kind);
  const tooMuch = named.flatMap(({ lineId, quantity }, i) => {
    const outstanding = byId.get(lineId)?.outstanding ?? '0';
    return isMore(quantity, outstanding) ? [{ path: `/lines/${i}/quantity`, lineId, outstanding }] : [];
  });
  if (tooMuch.length > 0) throw overReceipt(tooMuch);
  return new Map(named.map(({ lineId, quantity }) => [lineId, canonicalQuantity(quantity)]));
}

export function receiptState(lines: readonly ReceivableLine[]): ReceiptState {
  if (lines.every(({ received }) => isZero(received))) return DRAFT;
  return lines.every(({ outstanding }) => isZero(outstanding)) ? RECEIVED : PARTIAL;
}

export function receivableActions(status: 0 | 1, state: ReceiptState): AllowedAction[] {
  const voided = status === VOIDED ? 'It has been voided.' : null;
  return actionsFrom({
    update: voided,
    receive: voided ?? (state === RECEIVED ? 'Everything has been received.' : null),
    void: voided ?? (state === DRAFT ? null : 'Stock has been received.'),
  });
}

/** Properties that a receipt fixes, by the document's state after it. */
export type FixedByReceipt<Document, Line> = Readonly<
  Record<
    typeof PARTIAL | typeof RECEIVED,
    {
      readonly document: readonly (keyof Document & string)[];
      /** Properties of each line with stock received, or of all lines once everything has been received. */
      readonly line: readonly (keyof Line & string)[];
      /** Completes the rejection: "cannot be changed once … has been received". */
      readonly once: 'stock' | 'everything';
    }
  >
>;

/**
 * Rejects changes to properties that a receipt has fixed; unchanged values are allowed. A line with stock received also
 * keeps its id and at least the quantity received. `actions` are the document's allowed actions.
 */
export function refuseFixed<Line extends ReceivableLine, Document extends { readonly lines: readonly Line[] }>(
  before: Document,
  changed: Document,
  fixedBy: FixedByReceipt<Document, Line>,
  actions: readonly AllowedAction[],
): void {
  const state = receiptState(before.lines);
  if (state === DRAFT) return;
  const fixed = fixedBy[state];
  const refusal = (path: string, message: string) => notAllowed(actions, path, message);
  for (const name of fixed.document) {
    if (changed[name] !== before[name])
      throw refusal(`/${name}`, `cannot be changed once ${fixed.once} has been received`);
  }
  const isKept = (line: Line, i: number) =>
    ['id' as const, ...fixed.line].every((name) => line[name] === before.lines[i]?.[name]);
  if (state === RECEIVED && !(changed.lines.length === before.lines.length && changed.lines.every(isKept)))
    throw refusal('/lines', 'cannot be changed once everything has been received');
  for (const kept of before.lines.filter(({ received }) => !isZero(received))) {
    const index = changed.lines.findIndex(({ id }) => id === kept.id);
    const line = changed.lines[index];
    if (!line) throw refusal('/lines', `must keep line ${kept.id}, because stock has been received on it`);
    for (const name of fixed.line) {
      if (line[name] !== kept[name])
        throw refusal(`/lines/${index}/${name}`, 'cannot be changed once stock has been received');
    }
    if (isMore(kept.received, line.quantity))
      throw refusal(`/lines/${index}/quantity`, `cannot be less than the ${kept.received} already received`);
  }
}
