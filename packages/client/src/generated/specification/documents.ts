// Copied from packages/conformance/src/specification: change that, then run `pnpm generate`.

import { type Detail, type Fields, inBody, Rejection, rejectEach } from './answer.ts';
import type { Call } from './call.ts';
import { addDays, dayAt } from './days.ts';
import { entriesIn, keptEntries, repeated, unknownEntries } from './entries.ts';
import { type Draft, type Rule, shown } from './records.ts';
import { type Merchant, type Row, rowsOf, type Table } from './state.ts';

/** Shared by documents that move stock: lines, dates, and the actions that a state allows. */

export interface Line extends Fields {
  readonly id: number;
  readonly itemId: number;
  readonly variantId: number | null;
  readonly quantity: string;
}

export const linesOf = (row: Fields): readonly Line[] => entriesIn(row, 'lines') as readonly Line[];

/** Sent lines, each with the stored one that it changes. */
export const keptLinesIn = (before: Fields | undefined, sent: Fields, defaults: Fields): (Fields | undefined)[] =>
  keptEntries(before, 'lines', linesOf(sent), { variantId: null, ...defaults });

/** The lines after a write. A line sent with its id keeps it, and what it leaves out. lines.keep_ids */
export function writtenLines({ row, before, sent }: Draft, { choices }: Call, defaults: Fields): readonly Line[] {
  if (!sent.lines) return linesOf(row);
  const keeping = keptLinesIn(before, sent, defaults);
  return linesOf(sent).map((line, index) => {
    const kept = keeping[index];
    // A line that changes its item does not keep the variant.
    const variant = kept?.itemId === line.itemId ? {} : { variantId: null };
    return { ...defaults, ...kept, ...variant, ...line, id: Number(kept?.id ?? choices.id(`/lines/${index}/id`)) };
  });
}

/** A line is sent with the id of a line of the document, once. */
export const keptLines =
  (rule: string): Rule =>
  ({ sent, before }) => {
    rejectEach('partner.validation_failed', rule, repeated(sent, 'lines', 'id'));
    rejectEach('partner.reference_not_found', 'records.reference_named', unknownEntries(before, sent, 'lines'));
  };

/** A line names an item that holds stock: no combo, and a variant where the item has variants. */
export const stockableLines =
  (rule: string): Rule =>
  ({ row, sent }, { tables }) => {
    if (!sent.lines) return;
    const details = linesOf(row).flatMap((line, index) => unstockable(line, tables.items.get(line.itemId), index));
    const [first] = details;
    rejectEach('partner.reference_not_found', first?.rule === 'stockable' ? rule : 'records.reference_named', details);
  };

function unstockable({ variantId }: Line, item: Row | undefined, index: number): Detail[] {
  const at = (property: string, rule: string) => [inBody(`/lines/${index}/${property}`, rule)];
  if (!item) return at('itemId', 'reference');
  if (item.type === 2) return at('itemId', 'stockable');
  if (variantId === null) return item.type === 1 ? at('variantId', 'stockable') : [];
  return entriesIn(item, 'variants').some(({ id }) => id === variantId) ? [] : at('variantId', 'reference');
}

/** UTC+14, where days begin first. */
const FIRST_ZONE = 14 * 60 * 60_000;

/** Errors of dates too far ahead. A stored date may stay. dates.bounds */
export function farAhead(most: Readonly<Record<string, number>>, { row, before }: Draft, { now }: Call): Detail[] {
  const today = new Date(now + FIRST_ZONE).toISOString().slice(0, 10);
  return Object.entries(most).flatMap(([name, days]) => {
    const date = row[name];
    if (typeof date !== 'string' || date === before?.[name] || date <= addDays(today, days)) return [];
    return [inBody(`/${name}`, 'maxDate')];
  });
}

export const inFuture = (path: string, at: unknown, { now }: Call): Detail[] =>
  typeof at === 'string' && Date.parse(at) > now ? [inBody(path, 'future')] : [];

export const isBeforeDay = (at: unknown, day: unknown, storeId: unknown, { tables }: Merchant): boolean => {
  const zone = tables.stores.get(Number(storeId))?.timezone;
  return typeof at === 'string' && zone !== undefined && dayAt(at, String(zone)) < String(day);
};

/** The actions with the reasons why the state forbids them; null allows one. */
export type Reasons = Readonly<Record<string, string | null>>;

export const allowedActions = (reasons: Reasons): Fields[] =>
  Object.entries(reasons).map(([action, reason]) => ({
    action,
    allowed: reason === null,
    code: reason === null ? null : 'partner.state_conflict',
    reason,
  }));

/** A conflict that names the property and the actions that the state allows. */
export function conflict(document: Row, path: string, rule: string): Rejection {
  const allowed = entriesIn(document, 'allowedActions').filter((one) => one.allowed);
  const actions = allowed.map(({ action }) => inBody('', 'allowedAction', { message: String(action) }));
  return new Rejection('partner.state_conflict', rule, [inBody(path, 'state'), ...actions]);
}

/** Throws unless the state allows the action. */
export function requireAction(document: Row, action: string, path: string, rule: string): void {
  const isAllowed = entriesIn(document, 'allowedActions').some((one) => one.action === action && one.allowed);
  if (!isAllowed) throw conflict(document, path, rule);
}

/** Number of a document: as sent, or generated. */
export const numbered =
  (table: Table, property: string, rule: string) =>
  (sent: Fields, { choices }: Call, merchant: Merchant): Fields => {
    const taken = new Set(rowsOf(merchant, table).map((row) => row[property]));
    return { [property]: sent[property] ?? choices.code(`/${property}`, (number) => taken.has(number), rule) };
  };

/** False for a voided document, unless the request asks for voided ones. */
export const isListed = ({ status }: Fields, { query }: Call): boolean =>
  status !== 0 || query.status !== undefined || query.includeVoided === true;

/** Normalizes the filters, so that equivalent queries share their cursors. */
export const withStatus = ({ includeVoided, ...query }: Fields): Fields => ({
  ...query,
  status: query.status ?? (includeVoided === true ? undefined : 1),
});

/** Totals are exact for whole lists, for one status, and for active documents in one state. lists.total_counted */
export const countedBy =
  (state: string) =>
  (filters: ReadonlySet<string>, { query }: Call): boolean => {
    const narrowing = [...filters].filter((name) => !['transactions', 'includeVoided', 'status'].includes(name));
    return narrowing.length === 0 || (narrowing.join() === state && withStatus(query).status === 1);
  };

/** A row of a list, with or without its lines. lists.include_lines */
export function withLines(document: Row, _merchant: Merchant, { query }: Call): Fields {
  const { lines, ...row } = shown(document);
  return query.includeLines === false ? row : { ...row, lines };
}
