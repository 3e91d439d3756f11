import { type Fields, inBody, type Parts, Rejection, referenceNotFound } from './answer.ts';
import type { Call, Handler, Outcome } from './call.ts';
import { checkConditions } from './conditions.ts';
import { type ListKind, listed } from './lists.ts';
import { changedReadOnly, isSame, writable } from './read-only.ts';
import { type Merchant, type Row, rowsOf, type Table, withRow } from './state.ts';

/** What all records have in common: created, read, listed, changed. */

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
  readonly list: ListKind;
  /** Properties of a new record that the request leaves out. */
  readonly defaults?: (sent: Fields, call: Call, merchant: Merchant) => Fields;
  /** The requirement of these properties. */
  readonly defaultsRule?: string;
  /** Properties that follow from the others, such as ids and totals of lines. */
  readonly complete?: (draft: Draft, call: Call, merchant: Merchant) => Row;
  /** In the order in which they reject. */
  readonly rules?: readonly Rule[];
  /** The requirement that promises this order. Without one, the service may name any conflict with what is stored. */
  readonly firstError?: string;
  /** Changes to other records. */
  readonly settle?: (merchant: Merchant, draft: Draft, call: Call) => Merchant;
  /** Further properties of a single read. */
  readonly whole?: (row: Row, merchant: Merchant, call: Call) => Fields;
  /** True if writes respond with the further properties too. */
  readonly writesAnswerWhole?: boolean;
  /** The requirement of several changes in one request. */
  readonly together?: string;
  /** Requirements of single properties. */
  readonly parts?: Parts;
}

/** A record as responses show it. */
export type Shown = Fields & Pick<Row, 'id' | 'version' | 'entryDate' | 'updatedAt'>;

export function shown({ app: _, drafted: __, ...row }: Row): Shown {
  return row;
}

export function found(merchant: Merchant, table: Table, id: number | undefined, ...rules: string[]): Row {
  const row = id === undefined ? undefined : merchant.tables[table].get(id);
  if (!row) throw new Rejection('partner.not_found', ['tenancy.unknown_id', ...rules]);
  return row;
}

/** A record as a single read shows it. */
export const wholeOf = ({ whole }: RecordKind, row: Row, merchant: Merchant, call: Call): Fields => ({
  ...shown(row),
  ...whole?.(row, merchant, call),
});

/** The sorts that every list of records has. lists.default_sort */
export const SORTS = {
  entryDate: ({ entryDate }: Row): string => entryDate,
  updatedAt: ({ updatedAt }: Row): string => updatedAt,
  name: ({ name }: Row): string => String(name),
};

export const list =
  (kind: RecordKind): Handler =>
  (call, merchant) =>
    listed({ ...kind.list, parts: { ...partsOf(kind), ...kind.list.parts } }, call, merchant);

export const read =
  (kind: RecordKind): Handler =>
  (call, merchant) => {
    const row = found(merchant, kind.table, call.id);
    const body = wholeOf(kind, row, merchant, call);
    return {
      body,
      merchant,
      rule: `op.${call.operation.id}.call`,
      parts: {
        ...partsOf(kind),
        '*': [row.version === 1 ? ['records.created'] : [], READ, kind.list.parts?.['*'] ?? []].flat(2),
      },
      record: row.id,
    };
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

/** A handler with requirements of properties that depend on the request. */
export const withParts =
  (handler: Handler, parts: (call: Call) => Parts): Handler =>
  (call, merchant) => {
    const outcome = handler(call, merchant);
    return { ...outcome, parts: { ...outcome.parts, ...parts(call) } };
  };

/** Stores a record that a request creates or changes, and responds with it. */
export function written(kind: RecordKind, begun: Draft, call: Call, merchant: Merchant): Outcome {
  const completed = { ...begun, row: kind.complete?.(begun, call, merchant) ?? begun.row };
  check(kind, completed, merchant, call);
  const { before } = completed;
  if (before && isSame(wholeOf(kind, completed.row, merchant, call), wholeOf(kind, before, merchant, call)))
    return unchanged(kind, before, call, merchant);
  const draft = before ? { ...completed, row: nextOf(completed.row, before, call) } : completed;
  const stored = withRow(merchant, kind.table, draft.row);
  const settled = kind.settle?.(stored, draft, call) ?? stored;
  const row = found(settled, kind.table, draft.row.id);
  return {
    body: kind.writesAnswerWhole ? wholeOf(kind, row, settled, call) : shown(row),
    merchant: settled,
    rule: `op.${call.operation.id}.call`,
    parts: { ...partsOf(kind), ...defaultParts(kind, draft), '*': ofWrite(kind, draft) },
    record: row.id,
  };
}

/** records.version, records.times */
const nextOf = (row: Row, { version }: Row, { choices }: Call): Row => ({
  ...row,
  version: version + 1,
  updatedAt: choices.instant('/updatedAt'),
});

/** A change that changes nothing responds with the record as it is. records.unchanged */
const unchanged = (kind: RecordKind, row: Row, call: Call, merchant: Merchant): Outcome => ({
  body: kind.writesAnswerWhole ? wholeOf(kind, row, merchant, call) : shown(row),
  merchant,
  rule: `op.${call.operation.id}.call`,
  parts: { ...partsOf(kind), version: 'records.unchanged', updatedAt: 'records.unchanged', '*': CHANGED },
  record: row.id,
});

const ofWrite = ({ together }: RecordKind, { before, sent }: Draft): string[] =>
  before ? [...CHANGED, ...(together && Object.keys(sent).length > 1 ? [together] : [])] : CREATED;

function defaultParts(kind: RecordKind, { row, before, sent }: Draft): Parts {
  const { defaultsRule: rule } = kind;
  if (before || rule === undefined) return {};
  const parts = partsOf(kind);
  const left = Object.keys(row).filter((name) => !(name in sent) && !OF_EVERY_RECORD.has(name));
  return Object.fromEntries(left.map((name) => [name, [rule, parts[name] ?? []].flat()]));
}

const OF_EVERY_RECORD = new Set(['id', 'version', 'entryDate', 'updatedAt']);

/** Behind properties without a requirement of their own: in a new record, in a changed one, and in one read again. */
const CREATED = ['records.created', 'records.kept', 'records.optional_null', 'stateful.model'];
const CHANGED = ['records.merge', 'records.kept', 'records.null_clears', 'stateful.model'];
const READ = ['records.kept', 'records.merge', 'records.neighbours', 'stateful.model'];

/** Throws the rejection of a rule that the draft breaks: of the first, unless no order is promised. http.order_of_checks */
function check({ rules = [], firstError }: RecordKind, draft: Draft, merchant: Merchant, call: Call): void {
  const broken: Rejection[] = [];
  for (const rule of rules) {
    const rejection = rejectionBy(() => rule(draft, merchant, call), broken.length > 0);
    if (rejection?.code === 'partner.validation_failed' && broken.length === 0) throw rejection;
    if (rejection) broken.push(rejection);
  }
  const [first, ...others] = broken;
  if (!first) return;
  if (firstError !== undefined) throw others.length > 0 ? first.alsoBy(firstError) : first;
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

const partsOf = ({ parts }: RecordKind): Parts => ({
  version: 'records.version',
  entryDate: 'records.times',
  updatedAt: 'records.times',
  externalId: 'records.external_id',
  ...parts,
});

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
