import type { Databases } from '../database.ts';
import { Unavailable } from '../failures.ts';
import { REGIONS, type Region } from '../region.ts';
import type { NumberedRequest } from './batch.ts';
import type { RecordedRequest } from './logged-request.ts';
import { nameApps } from './name-apps.ts';
import { writeRequests } from './write.ts';

/** Requests that wait to be written; more than a process can answer between two flushes. */
const MOST_WAITING = 10_000;

/** Time between flushes, in milliseconds. */
const INTERVAL = 1000;

/** Ids that requests of one millisecond may have. */
const IDS_A_MILLISECOND = 1000;

export interface RequestLogOptions {
  readonly isServed?: (region: Region) => boolean;
  /** Hears why requests could not be written. */
  readonly onFailure?: (error: unknown) => void;
}

/**
 * Writes what apps request, off the requests' path: collects it in memory, and writes it together about once a second. A
 * request that does not fit, or whose database does not take it, is dropped and counted.
 */
export class RequestLog {
  readonly counts = { written: 0, dropped: 0 };
  readonly #databases: Databases;
  readonly #isServed: (region: Region) => boolean;
  readonly #onFailure: (error: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  #waiting: (RecordedRequest & { id: number })[] = [];
  #lastId = 0;
  #flushing: Promise<void> | undefined;

  constructor(databases: Databases, { isServed = () => true, onFailure = () => {} }: RequestLogOptions = {}) {
    this.#databases = databases;
    this.#isServed = isServed;
    this.#onFailure = onFailure;
    this.#timer = setInterval(() => void this.flush(), INTERVAL).unref();
  }

  /** Requests that are not written yet. */
  get waiting(): number {
    return this.#waiting.length;
  }

  record(request: RecordedRequest): void {
    if (this.#waiting.length >= MOST_WAITING) {
      this.counts.dropped += 1;
      return;
    }
    this.#lastId = Math.max(this.#lastId + 1, request.at * IDS_A_MILLISECOND);
    this.#waiting.push({ ...request, id: this.#lastId });
  }

  /** Writes what waits, one flush at a time. Never throws. */
  flush(): Promise<void> {
    this.#flushing ??= this.#flush().finally(() => {
      this.#flushing = undefined;
    });
    return this.#flushing;
  }

  /** Writes the last requests. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#flushing;
    await this.flush();
  }

  async #flush(): Promise<void> {
    const waiting = this.#waiting.splice(0);
    if (waiting.length === 0) return;
    const requests = await this.#orDrop(waiting.length, nameApps(this.#databases.control, waiting));
    const byRegion = Map.groupBy(requests ?? [], ({ merchant }) => merchant?.region ?? REGIONS[0]);
    await Promise.all(
      [...byRegion].map(async ([region, some]) => {
        await this.#orDrop(some.length, this.#write(region, some));
      }),
    );
  }

  async #write(region: Region, requests: readonly NumberedRequest[]): Promise<void> {
    if (!this.#isServed(region)) throw new Unavailable('unavailable');
    await writeRequests(this.#databases.regions[region], region, requests);
    this.counts.written += requests.length;
  }

  async #orDrop<T>(requests: number, work: Promise<T>): Promise<T | undefined> {
    try {
      return await work;
    } catch (error) {
      this.counts.dropped += requests;
      this.#onFailure(error);
      return undefined;
    }
  }
}
