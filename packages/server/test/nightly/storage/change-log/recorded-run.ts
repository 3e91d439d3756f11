import { randomUUID } from 'node:crypto';
import { sweepChanges } from '../../../../src/changes/log.ts';
import { bitOf, type Entry } from '../../../../src/database/change-log.ts';
import { isUnavailable } from '../../../../src/database/failures.ts';
import type { DatabasePool } from '../../../../src/database/pool.ts';
import type { Answer, Caller } from '../../../support/api-caller.ts';
import { inOrder, type Operation } from './trace.ts';

/** Resources of the trace, which the specification numbers. */
const KINDS = { items: 1, modifiers: 2 } as const;

type Traced = keyof typeof KINDS;

/** A committed write. */
interface Row {
  readonly correlationId: string;
  readonly position: number;
  readonly kinds: readonly number[];
  readonly era: number;
}

interface Place {
  readonly position: number;
  /** Entries of the row before the place; null for all. */
  readonly within: number | null;
}

/** A cursor is signed, but anyone can read it. */
function placeOf(cursor: string): Place {
  const [payload = ''] = cursor.split('.');
  const [position, , within] = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return { position, within };
}

/** A place inside a row is gone with the row. */
const depth = ({ position, within }: Place): number => (within === null ? position : position - 0.5);

export interface Reader {
  readonly name: number;
  readonly resources: readonly Traced[];
  readonly limit: number;
  /** Absent before the first read and after one whose cursor is gone. */
  cursor?: string | undefined;
}

type Span = Pick<Operation, 'from' | 'to' | 'era'>;

/** What a row needs to be known for is found out at the end of the run. */
type Observed = (rows: readonly Row[]) => Operation;

/** Records what happens to the log of one merchant. */
export class RecordedRun {
  readonly #caller: Caller;
  readonly #pool: DatabasePool;
  readonly #observed: Observed[] = [];
  #now = 0;
  #era = 0;
  #floor = 0;
  /** Why cursors were gone. */
  readonly gone = new Set<string>();

  private constructor(caller: Caller, pool: DatabasePool) {
    this.#caller = caller;
    this.#pool = pool;
  }

  static async start(caller: Caller): Promise<RecordedRun> {
    const { UK } = caller.service.databases.regions;
    await UK.query(`
      create table region_uk.eras (era integer);
      insert into region_uk.eras values (0);
      create table region_uk.written ("correlationId" uuid primary key, position bigint, entries jsonb, era integer);
      create function region_uk.note_written() returns trigger language plpgsql security definer as $$ begin
        insert into region_uk.written select new.correlation_id, new.position, new.entries, era from region_uk.eras
        on conflict do nothing;
        return null;
      end $$;
      create trigger note after insert on region_uk.changes for each row execute function region_uk.note_written();
      create table region_uk.kept_changes (like region_uk.changes);
      create table region_uk.kept_floors (like region_uk.change_floors);`);
    return new RecordedRun(caller, UK);
  }

  /** Sends a write, and finds out later if it was committed, which its response may not tell. */
  async write(writer: number, path: string, body: object): Promise<void> {
    const correlationId = randomUUID();
    const begun = { from: this.#now, to: this.#now, era: this.#era };
    const [span] = await this.#during(() => this.#caller.post(path, body, { 'X-Correlation-Id': correlationId }));
    const rowIn = (rows: readonly Row[]) => rows.find((row) => row.correlationId === correlationId);
    this.#observed.push((rows) => {
      const kinds = rowIn(rows)?.kinds ?? [KINDS.items];
      return { ...begun, events: [`Begins({ writer: ${writer}, kinds: [${kinds}] })`] };
    });
    this.#observed.push((rows) => {
      const row = rowIn(rows);
      if (!row) return { ...span, events: [`Aborts(${writer})`] };
      const enters = `Enters({ writer: ${writer}, position: ${row.position} })`;
      return { ...span, commits: row.position, events: [`Locks(${writer})`, enters, `Commits(${writer})`] };
    });
  }

  /** Reads a page. Returns true if more follow, or are to be read again. */
  async read(reader: Reader): Promise<boolean> {
    const { cursor, resources, limit } = reader;
    const query = `/changes?resources=${resources}&limit=${limit}${cursor ? `&after=${cursor}` : ''}`;
    const [span, answer] = await this.#during(() => this.#caller.get(query));
    if (answer.status >= 500) return true;
    reader.cursor = answer.body.nextCursor;
    if (cursor === undefined) this.#readAll(span, reader);
    else if (answer.status === 410) this.#refused(span, reader, placeOf(cursor), answer.body.details[0].rule);
    else this.#followed(span, reader, placeOf(cursor), answer);
    return reader.cursor === undefined || answer.body.hasMore;
  }

  #readAll(span: Span, { name, resources, cursor = '' }: Reader): void {
    const { position } = placeOf(cursor);
    const view = resources.map((resource) => KINDS[resource]);
    const event = `ReadsAll({ reader: ${name}, view: Set(${view}), position: ${position} })`;
    this.#observed.push(() => ({ ...span, seen: position, missed: position + 1, events: [event] }));
  }

  #refused(span: Span, { name, limit }: Reader, after: Place, gone: string): void {
    this.gone.add(gone);
    const lacks = gone === 'expired' && depth(after) >= this.#floor ? depth(after) : undefined;
    const page = `entries: [], position: 0, within: 0, hasMore: false`;
    const event = `Reads({ reader: ${name}, limit: ${limit}, gone: "${gone}", ${page} })`;
    this.#observed.push(() => ({ ...span, lacks, events: [event] }));
  }

  #followed(span: Span, { name, resources, limit, cursor = '' }: Reader, after: Place, { body }: Answer): void {
    const next = placeOf(cursor);
    const entries = body.data.map((change: { position: number; resource: Traced }) => [
      change.position,
      KINDS[change.resource],
    ]);
    const page = `entries: [${entries.map((entry: number[]) => `(${entry})`)}], position: ${next.position}, within: ${next.within ?? -1}`;
    const event = `Reads({ reader: ${name}, limit: ${limit}, gone: "", ${page}, hasMore: ${body.hasMore} })`;
    const kinds: readonly number[] = resources.map((resource) => KINDS[resource]);
    this.#observed.push((rows) => ({
      ...span,
      needs: depth(after),
      ...(body.hasMore
        ? {
            seen: firstAfter(
              next,
              kinds,
              rows.filter(({ era }) => era === span.era),
            ),
          }
        : { seen: next.position, missed: next.position + 1 }),
      events: [event],
    }));
  }

  /** Sweeps what is old, or what it can before its connection is lost. */
  async sweep(): Promise<void> {
    const [span] = await this.#during(() =>
      sweepChanges(this.#pool, 'UK', this.#caller.service.clock()).catch((error: unknown) => {
        if (!isUnavailable(error)) throw error;
      }),
    );
    const floor = await this.floor();
    if (floor > this.#floor) this.#observed.push(() => ({ ...span, sweeps: floor, events: [`Sweeps(${floor})`] }));
  }

  /** The last position that was swept. */
  async floor(): Promise<number> {
    const { rows } = await this.#pool.query<{ position: number }>(
      'select position from region_uk.change_floors where company_id = $1',
      [this.#companyId],
    );
    return rows[0]?.position ?? 0;
  }

  /** Begins a round, at whose beginning nothing is in progress. */
  async beginRound(): Promise<void> {
    this.#floor = await this.floor();
  }

  async backUp(): Promise<void> {
    const [span] = await this.#during(() => this.#copy('', 'kept_'));
    this.#observed.push(() => ({ ...span, events: ['IsBackedUp'] }));
  }

  async restore(): Promise<void> {
    const [span] = await this.#during(() => this.#copy('kept_', ''));
    this.#observed.push(() => ({ ...span, events: ['IsRestored'] }));
    this.#era += 1;
    await this.#pool.query('update region_uk.eras set era = era + 1');
  }

  #copy(from: string, to: string): Promise<unknown> {
    const [names, others] = [
      ['changes', 'change_floors'],
      ['changes', 'floors'],
    ];
    const nameOf = (prefix: string, i: number) => `region_uk.${prefix ? prefix + others[i] : names[i]}`;
    return this.#pool.query(
      [0, 1]
        .map(
          (i) => `delete from ${nameOf(to, i)} where company_id = ${this.#companyId};
          insert into ${nameOf(to, i)} select * from ${nameOf(from, i)} where company_id = ${this.#companyId};`,
        )
        .join('\n'),
    );
  }

  /** Events in an order that explains them. */
  async events(): Promise<string[]> {
    const { rows } = await this.#pool.query<Omit<Row, 'kinds'> & { entries: Entry[] }>(
      'select * from region_uk.written',
    );
    const known = rows.map(({ entries, ...row }) => ({ ...row, kinds: entries.map(kindOf) }));
    return inOrder(this.#observed.map((observed) => observed(known))).flatMap(({ events }) => events);
  }

  get #companyId(): number {
    return this.#caller.merchant.companyId;
  }

  async #during<T>(work: () => Promise<T>): Promise<[span: Span, result: T]> {
    this.#now += 1;
    const from = this.#now;
    const era = this.#era;
    const result = await work();
    this.#now += 1;
    return [{ from, to: this.#now, era }, result];
  }
}

const kindOf = ({ r }: Entry): number => (r === bitOf('items') ? KINDS.items : KINDS.modifiers);

/** Position of the first entry after a place that a view shows. */
function firstAfter({ position, within }: Place, kinds: readonly number[], rows: readonly Row[]): number | undefined {
  const follows = (row: Row): boolean =>
    row.kinds.some(
      (kind, n) =>
        kinds.includes(kind) && (row.position > position || (row.position === position && n >= (within ?? 0))),
    );
  const found = rows.filter(
    (row) => row.position >= position && (row.position > position || within !== null) && follows(row),
  );
  return found.length > 0 ? Math.min(...found.map((row) => row.position)) : undefined;
}
