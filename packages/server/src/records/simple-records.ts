import type { Pagination } from '../contract/generated/types.gen.ts';
import type { Resource } from '../database/change-log.ts';
import { statement } from '../database/statement.ts';
import type { TenantStore, TenantTransaction } from '../database/tenant.ts';
import { referenceNotFound } from '../errors.ts';
import { columnOf, type ListPlan } from '../lists/plan.ts';
import { changing, creating, type ListRequest, listReply, ok, type ReplyOf, type Write } from './handlers.ts';
import {
  type Basis,
  changedProperties,
  findRecord,
  lockRecord,
  type Refusals,
  recordKind,
  refusing,
  writeChange,
} from './record.ts';
import { type Columns, RECORD_SORTS, recordTable, taken, takenExternalId } from './record-table.ts';

/** Records stored in one table. A declaration provides their list, handlers, change feed and back-office writes. */
interface Plan {
  readonly noun: string;
  readonly table: string;
  /** Sorts and filters of the list, in addition to the common ones. */
  readonly list?: Partial<Pick<ListPlan, 'sorts' | 'filters'>>;
}

interface GetRequest {
  readonly tenant: TenantStore;
  readonly path: { readonly id: number };
}

/** Records that only the merchant's back office writes. */
export function readRecords<R>({ noun, table, list }: Plan) {
  const kind = recordKind<R>(noun, table);
  const plan: ListPlan = { table, ...list, sorts: { ...RECORD_SORTS, ...list?.sorts } };
  return {
    ...kind,
    plan,
    list: (request: ListRequest) => listReply<{ data: R[]; pagination: Pagination }>(request, plan),
    get: async ({ path, tenant }: GetRequest): Promise<ReplyOf<200, R>> => ok(await findRecord(tenant, kind, path.id)),
  };
}

/** Properties that the service sets. */
type Given = 'id' | 'version' | 'entryDate' | 'updatedAt';

interface RecordFields {
  readonly name: string;
  readonly externalId: string | null;
}

type OptionalIn<T> = { [Name in keyof T]-?: object extends Pick<T, Name> ? Name : never }[keyof T];

interface WritablePlan<R, Create, Update> extends Plan {
  readonly resource: Resource;
  readonly path: string;
  /** SQL type of each property that apps write. */
  readonly columns: Readonly<Record<Exclude<keyof R, Given>, string>>;
  /** Values of the properties that a create request may leave out. */
  readonly defaults: Pick<R, OptionalIn<Create> & keyof R>;
  /** Makes names unique: among all records, or among records with the same value of `within`. */
  readonly uniqueName?: { readonly within?: Exclude<keyof R, Given> };
  /** Path and noun of each reference, by its constraint. */
  readonly references?: Readonly<Record<string, readonly [path: string, noun: string]>>;
  /** Rejects changes of a locked record. */
  readonly check?: (tx: TenantTransaction, record: R, patch: Update) => Promise<void>;
}

/** Records that apps write too. */
export function records<R extends RecordFields, Create extends object, Update extends object>(
  plan: WritablePlan<R, Create, Update>,
) {
  type Fields = Omit<R, Given>;
  const { table, resource, path, columns, defaults, uniqueName, references = {}, check } = plan;
  const read = readRecords<R>(plan);
  const rows = recordTable<R, Fields>(table, columns as Columns<Fields>);

  const within = uniqueName?.within;
  const isSame = within ? `${columnOf(String(within))} is not distinct from $2::bigint and` : '';
  const named = statement(
    `${table}.named`,
    `select id from region.${table} where company_id = $1 and ${isSame} name_key = region.fold($${within ? 3 : 2}) and twin = 0`,
  );
  const externalIdTaken = takenExternalId(table);
  const refusalsOf = (tx: TenantTransaction, id: number, fields: Fields & RecordFields): Refusals => ({
    [`${table}_external_id`]: () => externalIdTaken(tx, { id, externalId: fields.externalId }),
    [`${table}_name`]: () => taken(tx, named, within ? [fields[within], fields.name] : [fields.name], '/name'),
    ...Object.fromEntries(
      Object.entries(references).map(([constraint, [path, noun]]) => [constraint, () => referenceNotFound(path, noun)]),
    ),
  });

  async function create(tx: TenantTransaction, input: Create) {
    const id = await tx.newId();
    const fields = { ...defaults, ...input } as unknown as Fields & RecordFields;
    const written = await refusing(refusalsOf(tx, id, fields), rows.insert(tx, id, fields));
    tx.changed({ resource, id, kind: 'created', version: written.version });
    return { id, ...written };
  }

  async function change(tx: TenantTransaction, id: number, patch: Update, basis: Basis) {
    const record = await lockRecord(tx, read, id, basis);
    if (check) await check(tx, record, patch);
    const changed = { ...record, ...patch };
    const properties = changedProperties(record, changed);
    return writeChange(tx, read, { resource, id, kind: 'updated', properties }, () =>
      refusing(refusalsOf(tx, id, changed), rows.update(tx, id, changed)),
    );
  }

  return {
    ...read,
    create,
    change,
    post: creating(
      (tx, { body }: { readonly body: Create; readonly write: Write }) => create(tx, body),
      ({ id }) => `${path}/${id}`,
    ),
    patch: changing(change),
  };
}
