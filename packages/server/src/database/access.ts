import type { PoolClient, QueryResult, QueryResultRow } from 'pg';
import { StartError } from '../process/start-error.ts';
import { isForbidden, type NamedDatabase } from './failures.ts';
import type { DatabasePool } from './pool.ts';

/** A connection whose statements have no time limit. */
export interface Db {
  query<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<QueryResult<Row>>;
}

export const withoutLimits = (client: PoolClient): Db => ({
  query: (text, values) =>
    client.query({ text, values: values && [...values], query_timeout: 2 ** 31 - 1 } as object & { text: string }),
});

const MISSING_ROLE = `select statement from (values
    (1, 'create role tillgate_tenant nologin', not exists (select from pg_roles where rolname = 'tillgate_tenant')),
    (2, format('grant tillgate_tenant to %I', current_user),
      not exists (select from pg_roles r where rolname = 'tillgate_tenant' and pg_has_role(current_user, r.oid, 'member'))),
    (3, format('grant create on database %I to %I', current_database(), current_user),
      to_regnamespace($1) is null and not has_database_privilege(current_database(), 'create'))
  ) as needed (place, statement, missing) where missing order by place`;

/** Statements for a superuser to run if the service's role lacks the privileges that `requireRole` needs. */
export async function missingRole(db: Db, schema: string): Promise<string[]> {
  const { rows } = await db.query<{ statement: string }>(MISSING_ROLE, [schema]);
  return rows.map(({ statement }) => statement);
}

/** Creates the role that writes run as. Makes the service's role a member of it and allows it to create the schema. */
export const requireRole = (db: Db, pool: DatabasePool, schema: string): Promise<void> =>
  repair(db, pool, MISSING_ROLE, schema);

/** Grants the writes' role every right that it lacks in the schema, for example after a restore. */
export const requireAccess = (db: Db, pool: DatabasePool, schema: string): Promise<void> =>
  repair(db, pool, MISSING_ACCESS, schema);

/** Tables of facts. Their rows never change, except in one column: a sale can be voided. */
const WRITTEN_ONCE = `'{changes,opening_stocks,sale_lines,sales,stock_movements,unlogged_writes,webhook_attempts}'`;
const CHANGED_COLUMN = `'sales.voided_at'`;

/** Tables whose rows belong to another row, or expire. */
const DELETED_FROM = `'{changes,daily_item_sales,daily_sales,idempotency_keys,item_components,item_identifiers,
  item_modifiers,item_stores,item_variants,menu_items,menu_stores,modifier_options,purchase_order_lines,stock_adjustment_lines,
  stock_transfer_lines,unlogged_writes,webhook_attempts,webhook_cursors}'`;

/**
 * Statements that add the missing rights, row-level security and policies of every table with a `company_id`. They run
 * after the migrations in the same transaction, so migrations need not repeat them.
 */
const MISSING_ACCESS = `
  with tables as (
    select c.oid, format('%I.%I', $1::text, c.relname) as name, c.relname, c.relrowsecurity, c.relforcerowsecurity
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
    where c.relnamespace = $1::text::regnamespace and c.relkind = 'r'
  ), rights as (
    select t.*, r.privilege from tables t cross join (values ('select'), ('insert'), ('update'), ('delete')) r (privilege)
    where case r.privilege when 'update' then relname <> all(${WRITTEN_ONCE})
      when 'delete' then relname = any(${DELETED_FROM}) else true end
  ), policies as (
    select t.*, p.policy, p.command, p.definition from tables t cross join (values
      ('tenant', '*', 'to tillgate_tenant using (company_id = nullif(current_setting(''tillgate.company_id'', true), '''')::bigint)'),
      ('service_reads', 'r', format('for select to %I using (true)', current_user)),
      ('service_sweeps', 'd', format('for delete to %I using (true)', current_user)),
      ('service_empties', 'd', format('for delete to %I using (company_id = nullif(current_setting(''tillgate.emptied_company_id'', true), '''')::bigint)', current_user))) p (policy, command, definition)
    where p.policy <> 'service_sweeps' or relname in ('idempotency_keys', 'webhook_attempts', 'webhook_cursors')
  ), absent as (
    select p.* from policies p where not exists (
      select from pg_policy x where x.polrelid = p.oid and x.polname = p.policy and x.polcmd::text = p.command and exists (
        select from pg_roles r where r.oid = any(x.polroles)
          and r.rolname = case p.policy when 'tenant' then 'tillgate_tenant' else current_user end))
  )
  select format('grant usage on schema %I to tillgate_tenant', $1::text) as statement
    where not has_schema_privilege('tillgate_tenant', $1::text, 'usage')
  union all select format('grant usage on all sequences in schema %I to tillgate_tenant', $1::text)
    where exists (select from pg_class where relnamespace = $1::text::regnamespace
      and case when relkind = 'S' then not has_sequence_privilege('tillgate_tenant', oid, 'usage') end)
  union all select format('grant execute on all functions in schema %I to tillgate_tenant', $1::text)
    where exists (select from pg_proc where pronamespace = $1::text::regnamespace
      and not has_function_privilege('tillgate_tenant', oid, 'execute'))
  union all select format('grant %s on %s to tillgate_tenant', string_agg(privilege, ', '), name) from rights
    where not has_table_privilege('tillgate_tenant', oid, privilege) group by name
  union all select format('grant update (%I) on %s to tillgate_tenant', a.attname, t.name)
    from tables t join pg_attribute a on a.attrelid = t.oid
    where t.relname || '.' || a.attname = ${CHANGED_COLUMN}
      and not has_column_privilege('tillgate_tenant', t.oid, a.attnum, 'update')
  union all select format('alter table %s enable row level security', name) from tables where not relrowsecurity
  union all select format('alter table %s force row level security', name) from tables where not relforcerowsecurity
  union all select format('drop policy if exists %1$s on %2$s; create policy %1$s on %2$s %3$s', policy, name, definition)
    from absent`;

/** Lifts row-level security, which also binds the tables' owner, for work on all merchants, in a transaction. */
export async function ofAllMerchants<T>(db: Db, tables: readonly string[], work: () => Promise<T>): Promise<T> {
  for (const table of tables) await db.query(`alter table ${table} no force row level security`);
  const result = await work();
  for (const table of tables) await db.query(`alter table ${table} force row level security`);
  return result;
}

/**
 * Runs the statements found by `missing`. If the service's role may not run them, the error lists
 * them for the operator.
 */
async function repair(db: Db, pool: DatabasePool, missing: string, schema: string): Promise<void> {
  const { rows } = await db.query<{ statement: string }>(missing, [schema]);
  const statements = rows.map(({ statement }) => statement).join('; ');
  if (!statements) return;
  try {
    await db.query(statements);
  } catch (error) {
    if (!isForbidden(error)) throw error;
    throw new StartError(
      `The role of ${pool.setting} lacks privileges that it cannot grant itself. As a superuser of that database, run: ${statements}`,
      { cause: error },
    );
  }
}

export const lacksRight = ({ setting }: NamedDatabase, error: unknown): StartError =>
  new StartError(
    `The role of ${setting} lacks a privilege: ${(error as Error).message}. It must own the schemas of the service, or be allowed to create them.`,
    { cause: error },
  );
