import { QUANTITY, units } from '../decimals.ts';
import { type Fields, inBody, inQuery, Rejection, rejectEach } from './answer.ts';
import type { Call, Handler } from './call.ts';
import { checkConditions } from './conditions.ts';
import {
  allowedActions,
  conflict,
  countedBy,
  inFuture,
  isBeforeDay,
  isListed,
  keptLines,
  type Line,
  linesOf,
  numbered,
  requireAction,
  withLines,
  withStatus,
  writtenLines,
} from './documents.ts';
import { entriesIn, repeated } from './entries.ts';
import { type Move, type Mover, quantity, withMovements } from './ledger.ts';
import type { ListKind } from './lists.ts';
import { dateBounds, shownInstant } from './ranges.ts';
import { isSame } from './read-only.ts';
import {
  change,
  create,
  type Draft,
  found,
  type RecordKind,
  type Rule,
  refersTo,
  ruled,
  unique,
  uniqueExternalId,
  written,
} from './records.ts';
import type { Merchant, Row, Table } from './state.ts';
import { characters } from './text.ts';

/** Purchase orders and stock transfers: drafts that are received in parts or whole, or voided. */

const [DRAFT, PARTIAL, RECEIVED] = [0, 1, 2];
const VOIDED = 0;

export interface ReceivedLine extends Line {
  readonly received: string;
  readonly outstanding: string;
}

export interface Receivable {
  readonly table: Table;
  /** Prefix of its requirements. */
  readonly family: 'purchases' | 'transfers';
  /** The property that is unique, and generated where it is left out. */
  readonly number: 'orderNo' | 'transferNo';
  /** The property that follows from the lines. */
  readonly state: 'purchStatus' | 'transferStatus';
  readonly mover: Mover['kind'];
  /** Properties that are its date, and the store of that date. */
  readonly date: string;
  readonly store: string;
  /** Properties that no longer change once something is received, of the document and of received lines. */
  readonly fixedAtPartial: readonly string[];
  readonly fixedOfLines: readonly string[];
  /** Other properties that no longer change once everything is received. */
  readonly fixedAtReceived: readonly string[];
  /** Properties that a new document may leave out, besides its number. */
  readonly defaults: (call: Call, merchant: Merchant) => Fields;
  /** Properties that a new line may leave out. */
  readonly lineDefaults: (merchant: Merchant) => Fields;
  /** Properties that follow from the lines of a document. */
  readonly complete?: (row: Row, draft: Draft, merchant: Merchant) => Row;
  /** Movements of a receipt. */
  readonly moves: (row: Row, received: readonly Received[]) => readonly Move[];
  /** Rules that come before the one about its arrival. */
  readonly rules: readonly Rule[];
  /** References that are checked last, by property. */
  readonly references: Readonly<Record<string, Table>>;
  /** Changes to other records, once stock has moved. */
  readonly settle?: (merchant: Merchant, draft: Draft) => Merchant;
  readonly list: Pick<ListKind, 'filters' | 'searches' | 'sorts' | 'bound'>;
}

export const recordsOf = (kind: Receivable): RecordKind => ({
  table: kind.table,
  // purchases.number, transfers.number
  defaults: (sent, call, merchant) => ({
    status: 1,
    ...kind.defaults(call, merchant),
    ...numbered(kind.table, kind.number, `${kind.family}.number`)(sent, call, merchant),
  }),
  complete: (draft, call, merchant) => completed(kind, draft, call, merchant),
  firstError: 'documents.first_error',
  rules: [
    changeable(kind),
    keptLines(`${kind.family}.lines_replaced`),
    keepsReceived(kind),
    ...kind.rules,
    possibleArrival(kind),
    unique(kind.table, `/${kind.number}`, `${kind.family}.number`, ({ [kind.number]: number }) => number),
    uniqueExternalId(kind.table),
    ...Object.entries(kind.references).map(([property, table]) => refersTo(property, table)),
  ],
  settle: (merchant, draft, call) => {
    const moved = withReceipts(kind, merchant, draft, call);
    return kind.settle?.(moved, draft) ?? moved;
  },
  list: {
    isListed,
    isCounted: countedBy(kind.state),
    bound: withStatus,
    show: withLines,
    ...kind.list,
    filters: { [kind.state]: 'equal', ...dateBounds(kind.date, kind.store), ...kind.list.filters },
    sorts: { [kind.number]: ({ [kind.number]: number }) => characters(number), ...kind.list.sorts },
  },
});

/** A line and the quantity of it that a write has received, in thousandths. */
export interface Received {
  readonly line: ReceivedLine;
  readonly received: bigint;
}

const thousandths = (text: string): bigint => units(text, QUANTITY);

export const receivedLines = (row: Fields): readonly ReceivedLine[] => linesOf(row) as readonly ReceivedLine[];

const withOutstanding = (line: Line): ReceivedLine => {
  const received = String(line.received ?? '0');
  return { ...line, received, outstanding: quantity(thousandths(line.quantity) - thousandths(received)) };
};

/** The document after a write, with its lines, totals, state and actions. */
function completed(kind: Receivable, draft: Draft, call: Call, merchant: Merchant): Row {
  const isReceived = !draft.before && call.query.receive === true;
  const lines = writtenLines(draft, call, kind.lineDefaults(merchant)).map((line) =>
    withOutstanding(isReceived ? { ...line, received: line.quantity } : line),
  );
  const row = { ...draft.row, lines };
  return stated(kind, kind.complete?.(row, draft, merchant) ?? row);
}

/** State and actions, which follow from the lines. purchases.state_from_lines, purchases.allowed_actions */
function stated(kind: Receivable, row: Row): Row {
  const lines = receivedLines(row);
  const isUntouched = lines.every(({ received }) => received === '0');
  const isDone = lines.every(({ outstanding }) => outstanding === '0');
  const state = isUntouched ? DRAFT : isDone ? RECEIVED : PARTIAL;
  const voided = row.status === VOIDED ? 'It has been voided.' : null;
  const actions = allowedActions({
    update: voided,
    receive: voided ?? (isDone ? 'Everything has been received.' : null),
    void: voided ?? (isUntouched ? null : 'Stock has been received.'),
  });
  return { ...row, [kind.state]: state, allowedActions: actions };
}

/** A voided document is final, and one that has receipts is not voided. purchases.void, transfers.void */
const changeable =
  ({ family }: Receivable): Rule =>
  ({ before, row }) => {
    if (!before) return;
    requireAction(before, 'update', '', `${family}.void`);
    if (row.status === VOIDED) requireAction(before, 'void', '/status', `${family}.void`);
  };

/** Properties fixed by a receipt cannot change; sending the current value is no change. */
const keepsReceived =
  (kind: Receivable): Rule =>
  ({ before, row }) => {
    if (!before || before[kind.state] === DRAFT) return;
    const isDone = before[kind.state] === RECEIVED;
    const rule = `${kind.family}.${isDone ? 'update_received' : 'update_partial'}`;
    const fixed = [...kind.fixedAtPartial, ...(isDone ? kind.fixedAtReceived : [])];
    const changed = fixed.find((name) => row[name] !== before[name]);
    if (changed !== undefined) throw conflict(before, `/${changed}`, rule);
    if (isDone && !isSame(row.lines, before.lines)) throw conflict(before, '/lines', rule);
    for (const line of receivedLines(before).filter(({ received }) => received !== '0')) {
      const path = lostIn(kind, line, receivedLines(row));
      if (path !== undefined) throw conflict(before, path, rule);
    }
  };

/** Pointer to a line or property that a change takes from a received line. */
function lostIn(kind: Receivable, before: ReceivedLine, lines: readonly ReceivedLine[]): string | undefined {
  const index = lines.findIndex(({ id }) => id === before.id);
  const line = lines[index];
  if (!line) return '/lines';
  const changed = kind.fixedOfLines.find((name) => line[name] !== before[name]);
  if (changed !== undefined) return `/lines/${index}/${changed}`;
  return thousandths(line.quantity) < thousandths(before.received) ? `/lines/${index}/quantity` : undefined;
}

/** Lines that a write receives, and how much of each. */
export function receivedIn({ row, before }: Draft): Received[] {
  const earlier = new Map(before ? receivedLines(before).map(({ id, received }) => [id, thousandths(received)]) : []);
  return receivedLines(row)
    .map((line) => ({ line, received: thousandths(line.received) - (earlier.get(line.id) ?? 0n) }))
    .filter(({ received }) => received > 0n);
}

/** Moves the stock that a write receives. */
function withReceipts(kind: Receivable, merchant: Merchant, draft: Draft, call: Call): Merchant {
  const { row } = draft;
  const moves = kind.moves(row, receivedIn(draft));
  const document = { kind: kind.mover, id: row.id, at: arrivalOf(call), recordedAt: row.updatedAt };
  return withMovements(merchant, call, document, moves);
}

/** When goods arrived, as the request states it. */
function arrivalOf({ query, body }: Call): string | undefined {
  return shownInstant(body.receivedAt ?? query.receivedAt) ?? undefined;
}

/** Goods do not arrive in the future, nor before the date of their document at its store. */
const possibleArrival =
  ({ family, date, store }: Receivable): Rule =>
  ({ row }, merchant, call) => {
    const [at, inRequest] = [arrivalOf(call), call.body.receivedAt === undefined ? inQuery : inBody];
    const path = inRequest === inQuery ? 'receivedAt' : '/receivedAt';
    const [future] = inFuture(path, at, call);
    const rule = future ? 'future' : isBeforeDay(at, row[date], row[store], merchant) ? 'range' : undefined;
    if (rule) rejectEach('partner.validation_failed', `${family}.received_at`, [inRequest(path, rule)]);
  };

/** Only a document that is received at once states when its goods arrived. */
function requireReceived({ family }: Receivable, { query }: Call): void {
  if (query.receivedAt === undefined || query.receive === true) return;
  const details = [inQuery('receivedAt', 'exclusive')];
  throw new Rejection('partner.validation_failed', `${family}.received_at_once`, details);
}

/** Creates a document, and receives it if the request says so. purchases.receive_on_create, transfers.receive_on_create */
export const createOf = (kind: Receivable, records: RecordKind): Handler =>
  ruled(
    (call, merchant) => {
      requireReceived(kind, call);
      return create(records)(call, merchant);
    },
    ({ query }) => `${kind.family}.${query.receive === true ? 'receive_on_create' : 'defaults'}`,
  );

export const changeOf = ({ family }: Receivable, records: RecordKind): Handler =>
  ruled(change(records), ({ body }) => {
    if (body.status === VOIDED) return `${family}.void`;
    return `${family}.${body.lines ? 'lines_replaced' : 'update_draft'}`;
  });

/** Receives the named lines, or without lines everything outstanding. purchases.receive, transfers.receive */
export const receive =
  (kind: Receivable, records: RecordKind): Handler =>
  (call, merchant) => {
    const before = found(merchant, records.table, call.id);
    checkConditions(call, before);
    requireAction(before, 'receive', '', `${kind.family}.${before.status === VOIDED ? 'void' : 'update_received'}`);
    const quantities = call.body.lines ? namedQuantities(kind, before, call) : undefined;
    const lines = receivedLines(before).map((line) => {
      const more = quantities ? (quantities.get(line.id) ?? '0') : line.outstanding;
      return { ...line, received: quantity(thousandths(line.received) + thousandths(more)) };
    });
    const draft = { row: { ...before, lines }, before, sent: {} };
    possibleArrival(kind)(draft, merchant, call);
    const rule = `${kind.family}.${quantities ? 'receive' : 'receive_all'}`;
    return { ...written(records, draft, call, merchant), rule };
  };

/** Quantity by line id. Each named line is the document's, occurs once, and has that much outstanding. */
function namedQuantities({ family }: Receivable, before: Row, { body }: Call): ReadonlyMap<number, string> {
  const lines = new Map(receivedLines(before).map((line) => [line.id, line]));
  const named = entriesIn(body, 'lines').map(({ lineId, quantity }) => ({
    line: lines.get(Number(lineId)),
    quantity: String(quantity),
  }));
  rejectEach('partner.validation_failed', `${family}.receipt_lines`, repeated(body, 'lines', 'lineId'));
  const unknown = named.flatMap(({ line }, index) => (line ? [] : [inBody(`/lines/${index}/lineId`, 'reference')]));
  rejectEach('partner.reference_not_found', `${family}.receipt_lines`, unknown);
  const tooMuch = named.flatMap(({ line, quantity }, index) => {
    if (!line || thousandths(quantity) <= thousandths(line.outstanding)) return [];
    const { id: lineId, outstanding } = line;
    return [inBody(`/lines/${index}/quantity`, 'outstanding', { lineId, outstanding })];
  });
  rejectEach('partner.over_receipt', `${family}.over_receipt`, tooMuch);
  return new Map(named.flatMap(({ line, quantity }) => (line ? [[line.id, quantity]] : [])));
}
