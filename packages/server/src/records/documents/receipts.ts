import type { AllowedAction } from '../../contract/generated/types.gen.ts';
import { overReceipt, referencesNotFound } from '../../errors.ts';
import { canonicalQuantity, isMore, isZero, minus, plus } from '../decimal.ts';
import { refuseRepeated } from '../entries.ts';
import { actionsFrom, notAllowed } from './rules.ts';

/** How much of a document has been received. */
export const DRAFT = 0;
export const PARTIAL = 1;
export const RECEIVED = 2;

type ReceiptState = typeof DRAFT | typeof PARTIAL | typeof RECEIVED;

/** Status of a voided document. */
export const VOIDED = 0;

interface ReceivableLine {
  readonly id: number;
  readonly quantity: string;
  readonly received: string;
  readonly outstanding: string;
}

/** A line before a receipt, and the quantity that the receipt brings. */
export interface Received<Line> {
  readonly line: Line;
  readonly quantity: string;
}

interface Receipt {
  readonly lines?: readonly { readonly lineId: number; readonly quantity: string }[];
}

/**
 * The lines after a receipt, and what it brings. Without lines, everything outstanding is received. `kind` names a line in
 * rejections, such as `line of this order`.
 */
export function receive<Line extends ReceivableLine>(
  before: readonly Line[],
  { lines: named }: Receipt,
  kind: string,
): { lines: Line[]; received: Received<Line>[] } {
  const quantities = named ? namedQuantities(before, named, kind) : outstandingQuantities(before);
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

const outstandingQuantities = (lines: readonly ReceivableLine[]): Map<number, string> =>
  new Map(lines.filter(({ outstanding }) => !isZero(outstanding)).map(({ id, outstanding }) => [id, outstanding]));

/** Rejects repeated and unknown lines, and more than is outstanding. */
function namedQuantities(
  lines: readonly ReceivableLine[],
  named: NonNullable<Receipt['lines']>,
  kind: string,
): Map<number, string> {
  refuseRepeated(named.map(({ lineId }, i) => ({ path: `/lines/${i}/lineId`, value: String(lineId) })));
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

/** What a receipt fixes in a state of the document. */
interface Fixed<Document, Line> {
  readonly document: readonly (keyof Document & string)[];
  /** Properties of each line with stock received, or of all lines once everything has been received. */
  readonly line: readonly (keyof Line & string)[];
  /** What the rejection of a change to the document says has been received. */
  readonly once: 'stock' | 'everything';
}

export type FixedByReceipt<Document, Line> = Readonly<Record<typeof PARTIAL | typeof RECEIVED, Fixed<Document, Line>>>;

/**
 * Rejects changes to what a receipt has fixed; unchanged values are allowed. A line with stock received also keeps its id and
 * at least the quantity received. `actions` are those that the document allows.
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
