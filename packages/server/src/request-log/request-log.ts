import { type Cell, type CellName, cellName, cellsOf } from '../database/cells.ts';
import type { DatabaseSet } from '../database/database.ts';
import { Unavailable } from '../database/failures.ts';
import type { DatabasePool } from '../database/pool.ts';
import { REGIONS, type Region } from '../process/region.ts';
import { type Holder, Shares } from '../process/shares.ts';
import { currentDay } from './client-rules.ts';
import { type KeptRule, latestDays, TrafficWatch, writeFindings, writeKept } from './findings.ts';
import type { NumberedRequest, RecordedRequest } from './logged-request.ts';
import { writeRequests } from './requests.ts';

/** Most requests waiting to be written, shared by all apps; more than a process handles between two flushes. */
const MOST_WAITING = 20_000;

/** Maximum number of waiting requests without proof, so that an app's own requests always have room. */
const MOST_UNPROVED_WAITING = 1000;

/** Most requests waiting with their bodies, which take the most memory. The rest are logged without bodies. */
const MOST_BODIES_WAITING = 500;

type WriteRequests = (cell: CellName, requests: readonly NumberedRequest[]) => Promise<unknown>;

type WaitingRequest = RecordedRequest & { readonly id: number };

export interface RequestLogOptions {
  readonly isServed?: (cell: CellName) => boolean;
  /** For a process without cells: the region for requests without a merchant, and the function that sends them. */
  readonly elsewhere?: { readonly region: Region; readonly write: WriteRequests } | undefined;
  readonly onFailure?: (error: unknown) => void;
}

/**
 * Writes requests to the log asynchronously: collects them in memory and writes about once a
 * second. Requests that do not fit, or whose database is unavailable, are dropped and counted.
 */
export class RequestLog {
  readonly counts = { written: 0, dropped: 0 };
  readonly #control: DatabasePool | undefined;
  readonly #cells: ReadonlyMap<CellName, Cell>;
  /** Cell for requests without a merchant. */
  readonly #first: CellName;
  readonly #watch: TrafficWatch | undefined;
  readonly #options: RequestLogOptions;
  readonly #timer: NodeJS.Timeout;
  #waiting: WaitingRequest[] = [];
  readonly #places = new Shares(MOST_WAITING);
  readonly #unproved = new Shares(MOST_UNPROVED_WAITING);
  readonly #bodies = new Shares(MOST_BODIES_WAITING);
  #lastId = 0;
  #flushing: Promise<void> | undefined;

  constructor(databases: DatabaseSet, options: RequestLogOptions = {}) {
    const { elsewhere } = options;
    const cells = cellsOf(databases);
    this.#control = databases.control;
    this.#cells = new Map(cells.map((cell) => [cellName(cell), cell]));
    this.#first = elsewhere?.region ?? cells[0]?.region ?? REGIONS[0];
    this.#watch = elsewhere ? undefined : new TrafficWatch();
    this.#options = options;
    this.#timer = setInterval(() => void this.flush(), 1000).unref();
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  record(request: RecordedRequest, holder: Holder): void {
    if (('clientId' in request && !this.#unproved.take(holder)) || !this.#places.take(holder)) {
      this.counts.dropped += 1;
      return;
    }
    this.#lastId = Math.max(this.#lastId + 1, request.at * 1000);
    const bodies = request.bodies && this.#bodies.take(holder) ? request.bodies : undefined;
    this.#waiting.push({ ...request, bodies, id: this.#lastId });
  }

  /** Writes the waiting requests; flushes never overlap. Never throws. */
  flush(): Promise<void> {
    this.#flushing ??= this.#flush().finally(() => {
      this.#flushing = undefined;
    });
    return this.#flushing;
  }

  /** Writes every request that was recorded before the call, even if a flush is already under way. */
  async flushAll(): Promise<void> {
    await this.#flushing;
    await this.flush();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flushAll();
  }

  async #flush(): Promise<void> {
    const waiting = this.#waiting.splice(0);
    for (const places of [this.#places, this.#unproved, this.#bodies]) places.giveBackAll();
    if (waiting.length === 0) return;
    const requests = await this.#orDrop(waiting.length, nameApps(this.#control, waiting));
    await this.write(requests ?? []);
  }

  /** Writes requests at once, such as those collected by another process. Never throws. */
  async write(requests: readonly NumberedRequest[]): Promise<void> {
    const byCell = Map.groupBy(requests, (request) => this.#cellOf(request));
    await Promise.all(
      [...byCell].map(async ([name, some]) => {
        for (const part of partsOf(some)) {
          const { write } = this.#options.elsewhere ?? {};
          const writing = write?.(name, part) ?? this.#within(name, writeRequests, part);
          const written = await this.#orDrop(
            part.length,
            writing.then(() => part.length),
          );
          this.counts.written += written ?? 0;
        }
      }),
    );
    await this.#judge(requests).catch((error) => this.#options.onFailure?.(error));
  }

  /** Judges the requests, and writes each finding, and each rule kept, to the cell where its last request is logged. */
  async #judge(requests: readonly NumberedRequest[]): Promise<void> {
    if (!this.#watch) return;
    const dated = requests.filter((request) => request.merchant && currentDay(request) !== undefined);
    const asked = Map.groupBy(dated, (request) => this.#cellOf(request));
    const days = await Promise.all([...asked].map(([name, some]) => this.#within(name, latestDays, some)));
    const { findings, kept } = await this.#watch.observe(requests, new Map(days.flat()));
    const cellOf = (each: KeptRule) => this.#cellOf(each);
    await Promise.all([
      ...[...Map.groupBy(findings, cellOf)].map(([name, some]) => this.#within(name, writeFindings, some)),
      ...[...Map.groupBy(kept, cellOf)].map(([name, some]) => this.#within(name, writeKept, some)),
    ]);
  }

  #cellOf({ merchant }: Pick<NumberedRequest, 'merchant'>): CellName {
    return merchant ? cellName(merchant) : this.#first;
  }

  async #within<Rows, Output>(
    name: CellName,
    work: (pool: DatabasePool, region: Region, rows: Rows) => Promise<Output>,
    rows: Rows,
  ): Promise<Output> {
    const cell = this.#cells.get(name);
    const { isServed = () => true } = this.#options;
    if (!cell || !isServed(name)) throw new Unavailable('unavailable');
    return work(cell.pool, cell.region, rows);
  }

  async #orDrop<T>(requests: number, work: Promise<T>): Promise<T | undefined> {
    try {
      return await work;
    } catch (error) {
      this.counts.dropped += requests;
      this.#options.onFailure?.(error);
      return undefined;
    }
  }
}

/**
 * Splits requests into parts, each with all requests of some apps, so that an app's requests become one row. Preparing
 * a part blocks other work, so it ends after about a thousand requests.
 */
function* partsOf(requests: readonly NumberedRequest[]): Generator<NumberedRequest[]> {
  let part: NumberedRequest[] = [];
  for (const ofApp of Map.groupBy(requests, ({ appId }) => appId).values()) {
    part.push(...ofApp);
    if (part.length < 1000) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

/** Adds the app of each client id and drops requests whose client id is unknown. */
async function nameApps(
  control: DatabasePool | undefined,
  requests: readonly WaitingRequest[],
): Promise<NumberedRequest[]> {
  const clientIds = new Set(requests.flatMap((request) => ('clientId' in request ? [request.clientId] : [])));
  const apps = new Map<string, number>();
  if (control && clientIds.size > 0) {
    const { rows } = await control.query<{ clientId: string; appId: number }>(
      'select client_id as "clientId", app_id as "appId" from control.client_credentials where client_id = any($1)',
      [[...clientIds]],
    );
    for (const { clientId, appId } of rows) apps.set(clientId, appId);
  }
  return requests.flatMap((request) => {
    if ('appId' in request) return [request];
    const { clientId, ...rest } = request;
    const appId = apps.get(clientId);
    return appId === undefined ? [] : [{ ...rest, appId, unproved: true }];
  });
}
