import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '../access.ts';
import { type MoveId, merchantTables } from '../merchant-tables.ts';

const PAUSE = 20;

export const nameOf = ({ moveId, schema }: MoveId): string => `tillgate_${schema}_move_${moveId}`;

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

export async function publish(source: Db, move: MoveId): Promise<void> {
  const { companyId, schema } = move;
  const tables = await merchantTables(source, schema);
  const filtered = tables.map(({ name }) => `${schema}.${name} where (company_id = ${companyId})`);
  filtered.push(`${schema}.move_marks where (merchant_id = ${companyId})`);
  await source.query(`drop publication if exists ${nameOf(move)}`);
  await source.query(
    `create publication ${nameOf(move)} for table ${filtered.join(', ')} with (publish = 'insert, update, delete')`,
  );
}

/**
 * Copies the merchant's rows and replicates later changes. `source` is the URL of the merchant's
 * cell. Like other writes, received rows also reach the new cell's synchronous standbys, so a
 * failover after the switch cannot lose them.
 */
export async function subscribe(target: Db, move: MoveId, source: string): Promise<void> {
  const name = nameOf(move);
  await target.query(
    `create subscription ${name} connection ${quoted(source)} publication ${name} with (synchronous_commit = 'on')`,
  );
}

/**
 * Records the slots that copy the target's tables in a comment on the source's publication. A slot retains the source's
 * log until it is dropped; if the target disappeared, its name would otherwise be lost.
 */
export async function noteSlots(source: Db, target: Db, move: MoveId): Promise<void> {
  const { rows } = await target.query<{ slots: string }>(
    `select format('pg_%s_sync_%%_%s', oid, (select system_identifier from pg_control_system())) as slots
     from pg_subscription where subname = $1`,
    [nameOf(move)],
  );
  await source.query(`comment on publication ${nameOf(move)} is ${quoted(rows[0]?.slots ?? '')}`);
}

const isSubscribed = async (target: Db, move: MoveId): Promise<boolean> =>
  (await target.query('select from pg_subscription where subname = $1', [nameOf(move)])).rows.length > 0;

/** True if the source still has the slot, which a failover may lose. */
const hasSlot = async (source: Db, move: MoveId): Promise<boolean> =>
  (await source.query('select from pg_replication_slots where slot_name = $1', [nameOf(move)])).rows.length > 0;

export const isReplicating = async (source: Db, target: Db, move: MoveId): Promise<boolean> =>
  (await isSubscribed(target, move)) && (await hasSlot(source, move));

/** Drops whatever still exists of the subscription, its slots and the publication. */
export async function stopReplication(source: Db, target: Db, move: MoveId): Promise<void> {
  const name = nameOf(move);
  if (await isSubscribed(target, move)) {
    if (!(await hasSlot(source, move))) {
      await target.query(`alter subscription ${name} disable`);
      await target.query(`alter subscription ${name} set (slot_name = none)`);
    }
    await target.query(`drop subscription ${name}`);
  }
  await endPublication(source, move);
}

/** Slots of a move: its subscription's, and those of tables that are still being copied. */
const SLOTS = `pg_replication_slots where slot_name = $1 or slot_name like
  (select obj_description(oid, 'pg_publication') from pg_publication where pubname = $1)`;

/** Drops the publication and its inactive slots. */
async function endPublication(source: Db, move: MoveId): Promise<void> {
  const name = nameOf(move);
  await source.query(
    `select pg_drop_replication_slot(slot_name) from (select slot_name from ${SLOTS}) s
     where slot_name in (select slot_name from pg_replication_slots where not active)`,
    [name],
  );
  await source.query(`drop publication if exists ${name}`);
}

/** Longest wait for the slots' sending processes to end, in milliseconds. */
const SENDER = 5_000;

/** Drops the publication and slots of an unreachable target. A slot makes its server retain its log. */
export async function abandonReplication(source: Db, move: MoveId): Promise<void> {
  const end = performance.now() + SENDER;
  for (;;) {
    const { rows } = await source.query<{ pid: number | null }>(
      `select active_pid as pid, pg_terminate_backend(active_pid) from ${SLOTS}`,
      [nameOf(move)],
    );
    if (rows.every(({ pid }) => pid === null) || performance.now() > end) break;
    await delay(PAUSE);
  }
  await endPublication(source, move);
}

/** Number of copied tables and of all tables. The target's log explains `failures`, which counts failed attempts. */
export async function progressOf(target: Db, move: MoveId) {
  const { rows } = await target.query<{ copied: number; tables: number; failures: number }>(
    `select count(*) filter (where r.srsubstate = 'r') as copied, count(*) as tables,
       coalesce((select apply_error_count + sync_error_count from pg_stat_subscription_stats where subname = $1), 0) as failures
     from pg_subscription s join pg_subscription_rel r on r.srsubid = s.oid where s.subname = $1`,
    [nameOf(move)],
  );
  return rows[0] as { copied: number; tables: number; failures: number };
}

/**
 * Subscribing requires a superuser or, from PostgreSQL 16, a member of pg_create_subscription that
 * bypasses row-level security.
 */
const ABILITIES = `
  select current_setting('wal_level') as "walLevel", rolsuper or rolreplication as replicates,
    rolsuper or (current_setting('server_version_num')::int >= 160000 and rolbypassrls and exists (
      select from pg_roles s where s.rolname = 'pg_create_subscription' and pg_has_role(current_user, s.oid, 'member')))
      as subscribes
  from pg_roles where rolname = current_user`;

/** Lists obstacles to replication between the cells, as instructions that each name a setting. */
export async function obstacles(
  [source, sourceSetting]: readonly [Db, string],
  [target, targetSetting]: readonly [Db, string],
  schema: string,
): Promise<string[]> {
  const [from, to] = await Promise.all(
    [source, target].map(async (db) => {
      const { rows } = await db.query<{ walLevel: string; replicates: boolean; subscribes: boolean }>(ABILITIES);
      return rows[0];
    }),
  );
  const unidentified = (await merchantTables(source, schema)).filter(({ isIdentified }) => !isIdentified);
  return [
    from?.walLevel !== 'logical' && `Set wal_level = logical in the PostgreSQL of ${sourceSetting}, and restart it.`,
    !from?.replicates && `Run \`alter role … replication\` for the role of ${sourceSetting}.`,
    !to?.subscribes &&
      `Make the role of ${targetSetting} a superuser while it moves merchants, or from PostgreSQL 16 on, run \`alter role … bypassrls\` and \`grant pg_create_subscription to …\` for it.`,
    unidentified.length > 0 &&
      `The tables ${unidentified.map(({ name }) => name).join(', ')} lack a replica identity with company_id.`,
  ].filter((text) => text !== false);
}
