import type { Change } from '../../database/change-log.ts';
import { nextVersion, statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { allInOrder, changedProperties } from '../../records/record.ts';
import type { Entry } from './format.ts';
import { requireNone } from './lines.ts';
import type { References } from './references.ts';

/** Statements of a table. Lines may omit the optional columns, which then keep their values. */
function tableOf(table: 'stores' | 'suppliers' | 'taxes', stated: readonly string[], optional: readonly string[]) {
  /** Columns other than name and status, in the order of their values. */
  const columns = [...stated, ...optional];
  const typeOf = (column: string): string => (column === 'rate' ? 'numeric' : 'text');
  const inserted = ['id', 'external_id', 'name', 'status', ...columns].join(', ');
  const types = ['bigint', 'text', 'text', 'smallint', ...columns.map(typeOf)];
  const updated = ['name', ...columns, 'status'];
  const values = [
    ...['name', ...stated].map((name) => `(l.line->>'${name}')::${typeOf(name)} as ${name}`),
    ...optional.map((name) => `case when l.line ? '${name}' then l.line->>'${name}' else r.${name} end as ${name}`),
    `coalesce((l.line->>'status')::smallint, r.status) as status`,
  ];
  return {
    resource: table,
    columns,
    insert: statement(
      `import.insert-${table}`,
      `insert into region.${table} (company_id, ${inserted}, entry_date, updated_at)
     select $1, ${inserted}, $2, $2
     from unnest(${types.map((type, i) => `$${i + 3}::${type}[]`).join(', ')}) as n (${inserted})
     on conflict (company_id, external_id) do nothing returning id`,
    ),
    lock: statement(
      `import.lock-${table}`,
      `select from region.${table} where company_id = $1 and external_id = any($2::text[]) order by external_id for no key update`,
    ),
    /** Updates locked records that differ from their lines. */
    update: statement(
      `import.update-${table}`,
      `update region.${table} t set ${updated.map((name) => `${name} = v.${name}`).join(', ')},
       version = ${nextVersion('t.version')}, updated_at = $2
     from (select r.id, r.doc as before, ${values.join(', ')} from unnest($3::jsonb[]) as l (line)
       join region.${table} r on r.company_id = $1 and r.external_id = l.line->>'externalId') v
     where t.company_id = $1 and t.id = v.id
       and (${updated.map((name) => `t.${name}`).join(', ')})
         is distinct from (${updated.map((name) => `v.${name}`).join(', ')})
     returning t.id, t.version, v.before, t.doc`,
    ),
  };
}

const TABLES = {
  store: tableOf('stores', ['code', 'timezone'], ['currency', 'address']),
  supplier: tableOf('suppliers', [], ['code', 'email', 'phone']),
  tax: tableOf('taxes', ['rate'], []),
};

type ReferenceType = keyof typeof TABLES;

/** Finds known stores that have documents and whose time zone or currency a line changes. */
const FIXED_STORES = statement(
  'import.fixed-stores',
  `select l.i::integer - 1 as index, case when l.line->>'timezone' <> r.timezone then '/timezone' else '/currency' end as path
   from unnest($2::jsonb[]) with ordinality as l (line, i)
   join region.stores r on r.company_id = $1 and r.external_id = l.line->>'externalId'
   where (l.line->>'timezone' <> r.timezone or coalesce(l.line->>'currency', r.currency) <> r.currency)
     and (exists (select from region.sales s where s.company_id = $1 and s.store_id = r.id)
       or exists (select from region.stock_movements m where m.company_id = $1 and m.store_id = r.id)
       or exists (select from region.purchase_orders p where p.company_id = $1 and p.store_id = r.id)
       or exists (select from region.open_orders o where o.company_id = $1 and o.store_id = r.id))`,
);

/** Finds lines that repeat the code of another store or an earlier line, or have an unknown time zone. */
const WRONG_STORES = statement(
  'import.wrong-stores',
  `select i::integer - 1 as index, path from (
     select n.i, case
       when exists (select from region.stores s where s.company_id = $1 and s.code = n.code
         and s.external_id is distinct from n.external_id) then '/code'
       when n.i > min(n.i) over (partition by n.code) then '/code'
       when not exists (select from unnest($5::text[]) as z (name) where z.name = n.timezone) then '/timezone' end as path
     from unnest($2::text[], $3::text[], $4::text[]) with ordinality as n (external_id, code, timezone, i)
   ) checked where path is not null order by i`,
);
const ZONES = statement(
  'import.time-zones',
  'select name from pg_timezone_names where name = any($2::text[]) and $1::bigint is not null',
);

const WRONG: Readonly<Record<string, string>> = {
  '/code': 'is already used by another store',
  '/timezone': 'must be the name of an IANA time zone, such as Europe/London',
};

const FIXED: Readonly<Record<string, string>> = {
  '/timezone': 'cannot change once the store has documents, whose days are in its time zone',
  '/currency': 'cannot change once the store has documents, whose amounts are in its currency',
};

export async function writeStores(
  tx: TenantTransaction,
  entries: readonly Entry<'store'>[],
  given?: References,
): Promise<number> {
  // Checking takes longer than writing: PostgreSQL reads the files of all time zones. The demo's stores need no check.
  if (given) return writeReferences(tx, entries, given);
  const lines = entries.map(({ line }) => line);
  const problemsOf = (rows: readonly { index: number; path: string }[], messages: Readonly<Record<string, string>>) =>
    rows.map(({ index, path }) => ({ line: entries[index]?.number ?? 0, path, message: messages[path] ?? '' }));
  const zones = lines.map((line) => line.timezone);
  const known = (await tx.query<{ name: string }>(ZONES, [zones])).map(({ name }) => name);
  const columns = [lines.map((line) => line.externalId), lines.map((line) => line.code), zones, known];
  requireNone(problemsOf(await tx.query(WRONG_STORES, columns), WRONG));
  requireNone(problemsOf(await tx.query(FIXED_STORES, [lines.map((line) => JSON.stringify(line))]), FIXED));
  return writeReferences(tx, entries);
}

/**
 * Inserts new records and updates known ones, including records that a concurrent import has just added. Returns how
 * many it wrote. Locks the rows first, because an update that waits for a row would compare it with its old values.
 * Adds new records to `given`.
 */
export async function writeReferences(
  tx: TenantTransaction,
  entries: readonly Entry<ReferenceType>[],
  given?: References,
): Promise<number> {
  const [first] = entries as readonly [Entry<ReferenceType>];
  const { type } = first.line;
  const { resource, insert, lock, update, columns } = TABLES[type];
  const lines = entries.map(({ line }): Readonly<Record<string, unknown>> => {
    return given ? { ...line, externalId: given.storedId(line.externalId) } : line;
  });
  const noteChange = (change: Omit<Change, 'resource'>) =>
    tx.changed({ resource, ...change, ...(type === 'store' && { storeIds: [change.id] }) });

  const ids = await tx.newIds(lines.length);
  const defaults: Readonly<Record<string, unknown>> = { status: 1, currency: tx.scope.currency };
  const values = ['externalId', 'name', 'status', ...columns].map((name) =>
    lines.map((line) => line[name] ?? defaults[name] ?? null),
  );
  const inserted = await tx.query<{ id: number }>(insert, [tx.timestamp, ids, ...values]);
  for (const { id } of inserted) noteChange({ kind: 'created', id, version: 1 });
  for (const { id } of given ? inserted : []) {
    const { line } = entries[ids.indexOf(id)] as Entry;
    given?.add(type, { currency: tx.scope.currency, ...line, id });
  }

  const [, changed] = await allInOrder([
    tx.query(lock, [lines.map(({ externalId }) => externalId)]),
    tx.query<{ id: number; version: number; before: string; doc: string }>(update, [
      tx.timestamp,
      lines.map((line) => JSON.stringify(line)),
    ]),
  ]);
  for (const { id, version, before, doc } of changed) {
    const properties = changedProperties(JSON.parse(before), JSON.parse(doc));
    noteChange({ kind: 'updated', id, version, properties });
  }
  return changed.length + inserted.length;
}
