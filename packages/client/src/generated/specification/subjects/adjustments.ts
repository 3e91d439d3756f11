// Copied from packages/conformance/src/specification: change that, then run `pnpm generate`.

import { QUANTITY, units } from '../decimals.ts';
import { type Detail, type Fields, inBody, Rejection, rejectEach } from '../answer.ts';
import type { Call, Handlers } from '../call.ts';
import {
  allowedActions,
  conflict,
  farAhead,
  inFuture,
  isBeforeDay,
  keptLines,
  keptLinesIn,
  type Line,
  linesOf,
  numbered,
  stockableLines,
  withLines,
  writtenLines,
} from '../documents.ts';
import { repeated } from '../entries.ts';
import { knownRows, levelAt, levelAtInstant, type Move, placeOf, quantity, withMovements } from '../ledger.ts';
import { dateBounds } from '../ranges.ts';
import { isSame } from '../read-only.ts';
import {
  change,
  create,
  type Draft,
  list,
  type RecordKind,
  type Rule,
  read,
  refersTo,
  ruled,
  unique,
  uniqueExternalId,
} from '../records.ts';
import { type Merchant, nameOfRow, type Row, withRow } from '../state.ts';

/** Stock adjustments: counts, additions and removals; drafts that are posted, and voided. */

const COUNT = 0;
const ADD = 1;

const DRAFT = 0;
const POSTED = 1;
const VOIDED = 2;

function actionsOf(status: unknown): Fields[] {
  const voided = status === VOIDED ? 'It has been voided.' : null;
  const final = status === POSTED ? 'It has been posted.' : voided;
  return allowedActions({ update: final, post: final, void: voided });
}

/** A line is changed once. lines.keep_ids */
const eachLineOnce: Rule = ({ sent }) =>
  rejectEach('partner.validation_failed', 'lines.keep_ids', repeated(sent, 'lines', 'id'));

/** The first sent property that differs from the stored one. Lines come last. */
function firstChanged(sent: Fields, before: Row): string | undefined {
  const names = Object.keys(sent).filter((name) => name !== 'lines' && name !== 'status');
  const isKept = sent.lines === undefined || isSame(sentLines(sent, before), linesOf(before));
  return names.find((name) => sent[name] !== before[name]) ?? (isKept ? undefined : 'lines');
}

/** The sent lines, completed by the stored ones. */
function sentLines(sent: Fields, before: Row): Fields[] {
  const keeping = keptLinesIn(before, sent, {});
  return linesOf(sent).map((line, index) => ({ ...keeping[index], ...line }));
}

/** adjustments.posted_final, adjustments.void_reverses: a posted adjustment can only be voided, a voided one is final. */
const openToChange: Rule = ({ sent, before }) => {
  if (!before || before.status === DRAFT) return;
  const changed = firstChanged(sent, before);
  if (before.status === POSTED && sent.status === VOIDED && changed === undefined) return;
  const rule = before.status === POSTED ? 'adjustments.posted_final' : 'adjustments.void_reverses';
  const name = changed ?? ('status' in sent ? 'status' : undefined);
  throw conflict(before, name === undefined ? '' : `/${name}`, rule);
};

const possibleDate: Rule = (draft, _merchant, call) =>
  rejectEach('partner.validation_failed', 'dates.bounds', farAhead({ date: 31 }, draft, call));

/** adjustments.lines: quantities are above 0 except in a count, which lists each item or variant once. */
const linesFitType: Rule = ({ row, before, sent }) => {
  const lines = linesOf(row);
  const names = lines.map(({ itemId, variantId }) => `${itemId} ${variantId}`);
  const details = lines.flatMap((line, index) => {
    if (row.type !== COUNT)
      return units(line.quantity, QUANTITY) > 0n ? [] : [inBody(`/lines/${index}/quantity`, 'positive')];
    return names.indexOf(names[index] ?? '') < index ? [inBody(`/lines/${index}/itemId`, 'unique')] : [];
  });
  if (details.length === 0) return;
  if (before && sent.lines === undefined) throw conflict(before, '/type', 'adjustments.lines');
  throw new Rejection('partner.validation_failed', 'adjustments.lines', details);
};

/** Each instant is of one kind of adjustment, and not in the future. */
const possibleInstants: Rule = ({ row, sent }, _merchant, call) => {
  const errors = (name: string, isOwn: boolean): Detail[] => {
    const path = `/${name}`;
    if ((sent[name] ?? null) === null) return [];
    return isOwn ? inFuture(path, sent[name], call) : [inBody(path, 'exclusive')];
  };
  const details = [...errors('countedAt', row.type === COUNT), ...errors('occurredAt', row.type !== COUNT)];
  rejectEach('partner.validation_failed', 'adjustments.instants', details);
};

/** An addition or removal does not happen before its date. The error names the first property that is sent. */
const onItsDate: Rule = ({ row, before, sent }, merchant) => {
  const name = ['occurredAt', 'date', 'storeId'].find((one) => one in sent);
  if ((before && before.status !== DRAFT) || name === undefined || row.type === COUNT) return;
  const stated = 'occurredAt' in sent ? sent.occurredAt : before?.occurredAt;
  if (!isBeforeDay(stated, row.date, row.storeId, merchant)) return;
  rejectEach('partner.validation_failed', 'adjustments.occurred_at', [inBody(`/${name}`, 'range')]);
};

/** When a draft holds or happens, and when a posted one did. adjustments.counted_at, adjustments.occurred_at */
function withInstants({ row, before, sent }: Draft, { choices }: Call): Row {
  const now = () => (before ? choices.instant('/updatedAt') : row.updatedAt);
  const ofPosting = row.status === POSTED ? now : () => null;
  const { sentAt = null, linesAt = null } = before?.drafted ?? {};
  if (row.type !== COUNT)
    return { ...row, drafted: { sentAt: null, linesAt }, countedAt: null, occurredAt: row.occurredAt ?? ofPosting() };
  const stated = (before && !('countedAt' in sent) ? sentAt : sent.countedAt) as string | null | undefined;
  const countedAt = stated ?? (sent.lines ? now() : (linesAt ?? ofPosting()));
  return { ...row, drafted: { sentAt: stated ?? null, linesAt }, countedAt, occurredAt: null };
}

/** The merchant with the instant at which a draft got its lines, which shows once it is a count that states none. */
function withLinesAt(merchant: Merchant, { row, sent }: Draft): Merchant {
  if (!sent.lines) return merchant;
  const drafted = { sentAt: null, ...row.drafted, linesAt: row.updatedAt };
  return withRow(merchant, 'stockAdjustments', { ...row, drafted });
}

/**
 * Lines with the level before and after each, in their order: of the stated instant, else of now. Requests at once may get
 * the level in another order than their instants. adjustments.count, adjustments.add_remove
 */
function posted({ type, storeId }: Row, lines: readonly Line[], merchant: Merchant, at: string | undefined): Line[] {
  const levels = new Map<string, bigint>();
  return lines.map((line) => {
    const place = { storeId: Number(storeId), itemId: line.itemId, variantId: line.variantId };
    const then = at === undefined ? levelAt(merchant, place) : levelAtInstant(merchant, place, at);
    const before = levels.get(placeOf(place)) ?? then;
    const sent = units(line.quantity, QUANTITY);
    const after = type === COUNT ? sent : type === ADD ? before + sent : before - sent;
    levels.set(placeOf(place), after);
    return { ...line, before: quantity(before), after: quantity(after) };
  });
}

/** Lines, levels and actions that follow from a write. */
function complete(draft: Draft, call: Call, merchant: Merchant): Row {
  const { before } = draft;
  const isPosted = before !== undefined && before.status !== DRAFT;
  const row = isPosted ? draft.row : withInstants(draft, call);
  const lines = isPosted ? linesOf(before) : writtenLines(draft, call, { before: null, after: null });
  const at = (row.type === COUNT ? row.countedAt : draft.row.occurredAt) ?? undefined;
  const moved = !isPosted && row.status === POSTED ? posted(row, lines, merchant, at as string | undefined) : lines;
  return { ...row, lines: moved, allowedActions: actionsOf(row.status) };
}

/** Movements of a posted adjustment, at its instant. */
const movesOf = (row: Row): Move[] =>
  linesOf(row).map((line) => {
    const [from, to] = [units(String(line.before), QUANTITY), units(String(line.after), QUANTITY)];
    const { id: lineId, itemId, variantId } = line;
    const place = { storeId: Number(row.storeId), itemId, variantId };
    return { ...place, lineId, change: to - from, unitCost: null, at: String(row.countedAt ?? row.occurredAt) };
  });

/** Reverses each row of an adjustment at its own instant, corrections included, line by line. adjustments.void_reverses */
const reversalOf = (row: Row, merchant: Merchant): Move[] =>
  linesOf(row).flatMap(({ id }) =>
    knownRows(merchant)
      .filter((one) => one.documentKind === 'stockAdjustment' && one.documentId === row.id && one.lineId === id)
      .map(({ storeId, itemId, variantId, change, at }) => ({
        ...{ storeId, itemId, variantId, lineId: id, change: -units(change, QUANTITY), unitCost: null, at },
      })),
  );

/** Moves stock by the lines of a posted adjustment, or back. adjustments.post, adjustments.void_reverses */
function settle(merchant: Merchant, draft: Draft, call: Call): Merchant {
  const { row, before } = draft;
  const isVoid = before?.status === POSTED;
  if (!isVoid && row.status !== POSTED) return withLinesAt(merchant, draft);
  const moves = isVoid ? reversalOf(row, merchant) : movesOf(row);
  const document = {
    kind: 'stockAdjustment',
    id: row.id,
    reason: row.reason as string | null,
    recordedAt: row.updatedAt,
  } as const;
  return withMovements(merchant, call, document, moves);
}

const adjustmentNo = numbered('stockAdjustments', 'adjustmentNo', 'adjustments.number');

const ADJUSTMENTS: RecordKind = {
  table: 'stockAdjustments',
  // adjustments.number
  defaults: (...creation) => ({
    reason: null,
    narration: null,
    status: creation[1].query.post === true ? POSTED : DRAFT,
    ...adjustmentNo(...creation),
  }),
  complete,
  firstError: 'documents.first_error',
  rules: [
    eachLineOnce,
    openToChange,
    possibleDate,
    keptLines('lines.keep_ids'),
    linesFitType,
    possibleInstants,
    refersTo('storeId', 'stores'),
    onItsDate,
    stockableLines('adjustments.stockable'),
    unique('stockAdjustments', '/adjustmentNo', 'adjustments.number', ({ adjustmentNo }) => adjustmentNo),
    uniqueExternalId('stockAdjustments'),
  ],
  settle,
  list: {
    filters: { type: 'equal', storeId: 'among', ...dateBounds('date', 'storeId') },
    searches: {
      search: ({ adjustmentNo, narration, reason, storeId }, merchant) => [
        adjustmentNo,
        narration,
        reason,
        nameOfRow(merchant, 'stores', storeId),
      ],
    },
    // adjustments.order
    sort: 'date',
    sorts: { date: ({ date }) => Date.parse(String(date)) },
    show: withLines,
  },
};

/** Rule of a change of state. */
const STEPS: Readonly<Record<number, string>> = {
  [POSTED]: 'adjustments.draft_posted',
  [VOIDED]: 'adjustments.void_reverses',
};

export const ADJUSTMENT_HANDLERS: Handlers = {
  listStockAdjustments: list(ADJUSTMENTS),
  getStockAdjustment: read(ADJUSTMENTS),
  createStockAdjustment: ruled(create(ADJUSTMENTS), ({ query, body }) => {
    if (query.post !== true) return 'adjustments.post';
    return body.type === COUNT ? 'adjustments.count' : 'adjustments.add_remove';
  }),
  updateStockAdjustment: ruled(
    change(ADJUSTMENTS),
    ({ body }) => STEPS[Number(body.status)] ?? 'adjustments.update_draft',
  ),
};
