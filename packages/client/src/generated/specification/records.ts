// Copied from packages/conformance/src/specification: change that, then run `pnpm generate`.

import { type Fields, inBody, Rejection, referenceNotFound } from './answer.ts';
import type { Call, Handler, HandlerResult } from './call.ts';
import { checkConditions } from './conditions.ts';
import { type ListKind, listed } from './lists.ts';
import { changedReadOnly, isSame, writable } from './read-only.ts';
import { type Merchant, type Row, rowsOf, type Table, withRow } from './state.ts';

/** Creates, reads, lists and changes records of any kind. */

/** A create or change that is about to be stored. */
export interface Draft {
  /** The record as it would be. */
  readonly row: Row;
  readonly before: Row | undefined;
  /** The properties that the request sends, in canonical form. */
  readonly sent: Fields;
}

/** A rule of writes. Throws a Rejection. */
export type Rule = (draft: Draft, merchant: Merchant, call: Call) => void;

export interface RecordKind {
  readonly table: Table;
  /** Whatever differs from a list of all rows of the table as they are, searched by name. */
  readonly list?: Partial<ListKind>;
  /** Properties of a new record that the request leaves out. */
  readonly defaults?: (sent: Fields, call: Call, merchant: Merchant) => Fields;
  /** Computes ids and totals of lines, and other derived properties. */
  readonly complete?: (draft: Draft, call: Call, merchant: Merchant) => Row;
  /** In the order in which they reject. */
  readonly rules?: readonly Rule[];
  /** Rule that promises this order. Without one, the service may name any conflict with what is stored. */
  readonly firstError?: string;
  /** Changes to other records. */
  readonly settle?: (merchant: Merchant, draft: Draft, call: Call) => Merchant;
  /** Additional properties of a single read. */
  readonly whole?: (row: Row, merchant: Merchant, call: Call) => Fields;
  /** True if writes return these properties too. */
  readonly writesAnswerWhole?: boolean;
}

/** A record as responses show it. */
export type Shown = Fields & Pick<Row, 'id' | 'version' | 'entryDate' | 'updatedAt'>;

export function shown({ app: _, drafted: __, ...row }: Row): Shown {
  return row;
}

export function found(merchant: Merchant, table: Table, id: number | undefined, rule = 'tenancy.unknown_id'): Row {
  const row = id === undefined ? undefined : merchant.tables[table].get(id);
  if (!row) throw new Rejection('partner.not_found', rule);
  return row;
}

/** A record as a single read shows it. */
export const wholeOf = ({ whole }: RecordKind, row: Row, merchant: Merchant, call: Call): Fields => ({
  ...shown(row),
  ...whole?.(row, merchant, call),
});

export const list = ({ table, list: own }: RecordKind): Handler => {
  const kind: ListKind = {
    rows: (merchant) => rowsOf(merchant, table),
    searches: { search: ({ name }) => [name] },
    show: shown,
    ...own,
  };
  return (call, merchant) => listed(kind, call, merchant);
};

export const read =
  (kind: RecordKind): Handler =>
  (call, merchant) => {
    const row = found(merchant, kind.table, call.id);
    const body = wholeOf(kind, row, merchant, call);
    return { body, merchant, rule: 'records.kept', record: row.id };
  };

export const create =
  (kind: RecordKind): Handler =>
  (call, merchant) => {
    const sent = call.body;
    const at = call.choices.instant('/entryDate');
    const fresh = {
      externalId: null,
      ...kind.defaults?.(sent, call, merchant),
      ...sent,
      id: call.choices.id('/id'),
      version: 1,
      entryDate: at,
      updatedAt: at,
      app: call.app.id,
    };
    return written(kind, { row: fresh, before: undefined, sent: call.body }, call, merchant);
  };

export const change =
  (kind: RecordKind): Handler =>
  (call, merchant) => {
    const before = found(merchant, kind.table, call.id);
    checkConditions(call, before);
    const sent = withoutReadOnly(kind, before, merchant, call);
    return written(kind, { row: { ...before, ...sent }, before, sent }, call, merchant);
  };

/** Names the rule that predicts a handler's successful response. */
export const ruled =
  (handler: Handler, ruleOf: (call: Call) => string): Handler =>
  (call, merchant) => {
    const outcome = handler(call, merchant);
    return outcome.rule === 'records.unchanged' ? outcome : { ...outcome, rule: ruleOf(call) };
  };

/** Stores a record that a request creates or changes, and responds with it. */
export function written(kind: RecordKind, begun: Draft, call: Call, merchant: Merchant): HandlerResult {
  const completed = { ...begun, row: kind.complete?.(begun, call, merchant) ?? begun.row };
  check(kind, completed, merchant, call);
  const { before } = completed;
  const answered = (row: Row, next: Merchant, rule: string): HandlerResult => ({
    body: kind.writesAnswerWhole ? wholeOf(kind, row, next, call) : shown(row),
    merchant: next,
    rule,
    record: row.id,
  });
  if (before && isSame(wholeOf(kind, completed.row, merchant, call), wholeOf(kind, before, merchant, call)))
    return answered(before, merchant, 'records.unchanged');
  // records.version, records.times
  const next = before && { version: before.version + 1, updatedAt: call.choices.instant('/updatedAt') };
  const draft = { ...completed, row: { ...completed.row, ...next } };
  const stored = withRow(merchant, kind.table, draft.row);
  const settled = kind.settle?.(stored, draft, call) ?? stored;
  const row = found(settled, kind.table, draft.row.id);
  return answered(row, settled, before ? 'records.merge' : 'records.created');
}

/** Throws the rejection by the first rule that the draft breaks, or by any if no order is promised. http.order_of_checks */
function check({ rules = [], firstError }: RecordKind, draft: Draft, merchant: Merchant, call: Call): void {
  const broken: Rejection[] = [];
  for (const rule of rules) {
    const rejection = rejectionBy(() => rule(draft, merchant, call), broken.length > 0);
    if (rejection?.code === 'partner.validation_failed' && broken.length === 0) throw rejection;
    if (rejection) broken.push(rejection);
  }
  const [first, ...others] = broken;
  if (!first) return;
  if (firstError !== undefined)
    throw others.length > 0 ? new Rejection(first.code, firstError, first.details, first.headers) : first;
  throw call.choices.rejection([first, ...others.filter(({ code }) => code !== 'partner.validation_failed')]);
}

/** A later rule may fail on what an earlier one has rejected already. */
function rejectionBy(rule: () => void, isLater: boolean): Rejection | undefined {
  try {
    rule();
    return undefined;
  } catch (error) {
    if (error instanceof Rejection) return error;
    if (isLater) return undefined;
    throw error;
  }
}

/** The writable properties of a change. The read-only ones must equal the record's. */
function withoutReadOnly(kind: RecordKind, before: Row, merchant: Merchant, call: Call): Fields {
  const { readOnly } = call.operation;
  const details = changedReadOnly(readOnly, call.body, wholeOf(kind, before, merchant, call));
  if (details.length > 0) throw new Rejection('partner.validation_failed', 'records.read_only_changed', details);
  return writable(readOnly, call.body);
}

/** A value that no other record has. `uniqueOf` is undefined where the rule does not apply. */
export const unique =
  (table: Table, path: string, rule: string, uniqueOf: (row: Row, call: Call) => unknown): Rule =>
  ({ row }, merchant, call) => {
    const value = uniqueOf(row, call);
    const other = rowsOf(merchant, table).find((one) => one.id !== row.id && uniqueOf(one, call) === value);
    if (value === undefined || value === null || !other) return;
    throw new Rejection('partner.duplicate', rule, [inBody(path, 'unique', { recordId: other.id })]);
  };

/** records.external_id: unique per app and resource. */
export const uniqueExternalId = (table: Table): Rule =>
  unique(table, '/externalId', 'records.external_id', ({ externalId, app }) =>
    externalId === null || app === undefined ? null : `${app} ${externalId}`,
  );

/** A property that refers to a record of the merchant. records.reference_named, tenancy.references */
export const refersTo =
  (property: string, table: Table): Rule =>
  ({ row, sent }, merchant) => {
    const id = sent[property];
    if (id === undefined || id === null || merchant.tables[table].has(Number(row[property]))) return;
    throw referenceNotFound(`/${property}`);
  };
