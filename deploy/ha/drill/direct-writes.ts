import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { PASSWORD, type Patroni } from './patroni.ts';
import { until } from './processes.ts';

/** A write that a node acknowledged, its start and end, and the timeline on which the node stored it. */
interface Acknowledged {
  readonly id: number;
  readonly node: string;
  readonly timeline: string;
  readonly from: number;
  readonly to: number;
}

/** Milliseconds between two writes to a node. */
const PAUSE = 100;

/** The name of a WAL segment begins with the timeline; a standby has no such name. */
const WRITE =
  'insert into written values ($1) returning left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline';

/** Writers that address every node directly, because HAProxy hides what a former primary would acknowledge. */
export class DirectWrites {
  readonly #patroni: Patroni;
  readonly #acknowledged: Acknowledged[] = [];
  readonly #loops: Promise<void>[];
  #lastId = 0;
  #isDone = false;

  private constructor(patroni: Patroni) {
    this.#patroni = patroni;
    this.#loops = patroni.nodes.map(({ name, postgres }) => this.#write(name, postgres));
  }

  static async start(patroni: Patroni): Promise<DirectWrites> {
    const pool = poolOf((await patroni.primary()).postgres);
    await pool.query('create table written (id integer primary key)');
    await pool.end();
    return new DirectWrites(patroni);
  }

  async stop(): Promise<void> {
    this.#isDone = true;
    await Promise.all(this.#loops);
  }

  /** Acknowledged writes that are missing. */
  async lost(): Promise<string[]> {
    const stored = await until('The direct writes', async () => {
      const pool = poolOf((await this.#patroni.primary()).postgres);
      const { rows } = await pool.query<{ id: number }>('select id from written').finally(() => pool.end());
      return new Set(rows.map(({ id }) => id));
    });
    return this.#acknowledged.filter(({ id }) => !stored.has(id)).map(({ id, node }) => `${id} of ${node} itself`);
  }

  /** Writes acknowledged on a timeline that had ended before they began. */
  late(): string[] {
    const byEnd = this.#acknowledged.toSorted((a, b) => a.to - b.to);
    const isLate = (one: Acknowledged) => byEnd.some(({ timeline, to }) => timeline > one.timeline && to < one.from);
    return byEnd.filter(isLate).map(({ id, node, timeline }) => `${id} of ${node} on timeline ${timeline}`);
  }

  async #write(node: string, port: number): Promise<void> {
    const pool = poolOf(port);
    while (!this.#isDone) {
      const [id, from] = [++this.#lastId, performance.now()];
      const answer = await pool.query<{ timeline: string }>(WRITE, [id]).catch(() => undefined);
      const timeline = answer?.rows[0]?.timeline;
      if (timeline) this.#acknowledged.push({ id, node, timeline, from, to: performance.now() });
      await delay(PAUSE);
    }
    await pool.end();
  }
}

/** A superuser's connection directly to a node. */
export function poolOf(port: number): pg.Pool {
  const place = { host: '127.0.0.1', port, user: 'postgres', password: PASSWORD, database: 'postgres' };
  const pool = new pg.Pool({ ...place, max: 1, connectionTimeoutMillis: 1_000, query_timeout: 2_000 });
  return pool.on('error', () => {});
}
