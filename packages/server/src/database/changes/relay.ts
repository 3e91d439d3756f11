import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { DatabasePool } from '../pool.ts';
import { EVERY_RESOURCE, type Relay, type Signal } from './signals.ts';

const CHANNEL = 'tillgate_changes';

/** Shortest time between two notifications of a process, in milliseconds. PostgreSQL commits notifications one by one. */
const INTERVAL = 100;

/** Most merchants in one notification, whose payload must be shorter than 8,000 bytes. */
const MOST_COMPANIES = 200;

/** Bounds of the random pause before the next attempt to connect, in milliseconds. */
const SHORTEST_PAUSE = 200;
const LONGEST_PAUSE = 1_000;

/** Longest wait for an unresponsive server when closing, in milliseconds. */
const CLOSE_WITHIN = 1_000;

/**
 * Carries signals between the processes that use a database, from the first one on. Its one connection listens, and
 * notifies of this process's commits outside their transactions. While it is lost, so are signals.
 */
export class ChangeRelay implements Relay {
  readonly #pool: DatabasePool;
  readonly #closing = new AbortController();
  #unsent = new Batch();
  #client: pg.Client | undefined;
  #connecting: Promise<void> | undefined;
  #isSending = false;
  #sentAt = -INTERVAL;

  constructor(pool: DatabasePool) {
    this.#pool = pool;
  }

  begin(): void {
    this.#connecting ??= this.#stayConnected();
  }

  send(signal: Signal): void {
    this.begin();
    this.#unsent.add(signal);
    void this.#sendRegularly();
  }

  /** Sends the last signals if it is connected. */
  async close(): Promise<void> {
    this.#closing.abort();
    const client = this.#client;
    if (!client) return;
    await Promise.race([this.#notify(client), delay(CLOSE_WITHIN, undefined, { ref: false })]);
    void client.end().catch(() => {});
  }

  async #sendRegularly(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    const { signal } = this.#closing;
    // Once aborted, `delay` returns at once: the loop would never yield to the event loop.
    while (this.#client && !this.#unsent.isEmpty && !signal.aborted) {
      const left = this.#sentAt + INTERVAL - performance.now();
      if (left > 0) await delay(left, undefined, { ref: false, signal }).catch(() => {});
      if (this.#client && !signal.aborted) await this.#notify(this.#client);
    }
    this.#isSending = false;
  }

  async #notify(client: pg.Client): Promise<void> {
    const batch = this.#unsent;
    if (batch.isEmpty) return;
    this.#unsent = new Batch();
    this.#sentAt = performance.now();
    await client.query('select pg_notify($1, $2)', [CHANNEL, batch.payload]).catch(() => {});
  }

  async #stayConnected(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await this.#connectOnce();
      const pause = SHORTEST_PAUSE + Math.random() * (LONGEST_PAUSE - SHORTEST_PAUSE);
      await delay(pause, undefined, { ref: false, signal }).catch(() => {});
    }
  }

  /** Resolves once the connection is lost, or could not be opened. */
  async #connectOnce(): Promise<void> {
    const client = new pg.Client(this.#pool.options);
    const lost = whenLost(client);
    try {
      await client.connect();
      client.on('notification', (message) => this.#hear(message, client));
      await client.query(`listen ${CHANNEL}`);
    } catch {
      // The pool reports a database that is unreachable.
      return void client.end().catch(() => {});
    }
    if (!this.#closing.signal.aborted) this.#use(client);
    else void client.end().catch(() => {});
    await lost;
    this.#client = undefined;
    void client.end().catch(() => {});
  }

  /** Others may have committed while this process was not listening. */
  #use(client: pg.Client): void {
    this.#client = client;
    this.#pool.changes.heard({ companyId: undefined, resources: EVERY_RESOURCE });
    void this.#sendRegularly();
  }

  #hear({ payload = '', processId }: pg.Notification, client: pg.Client): void {
    if (processId === processOf(client)) return;
    for (const signal of signalsOf(payload)) this.#pool.changes.heard(signal);
  }
}

/** Signals of one notification. */
class Batch {
  readonly #resources = new Map<number, number>();
  #isOfAll = false;

  get isEmpty(): boolean {
    return this.#resources.size === 0 && !this.#isOfAll;
  }

  /** Empty if merchants are not listed. */
  get payload(): string {
    return this.#isOfAll ? '' : JSON.stringify([...this.#resources]);
  }

  add({ companyId, resources }: Signal): void {
    if (companyId === undefined || this.#resources.size === MOST_COMPANIES) this.#isOfAll = true;
    if (companyId === undefined || this.#isOfAll) return;
    this.#resources.set(companyId, (this.#resources.get(companyId) ?? 0) | resources);
  }
}

function signalsOf(payload: string): Signal[] {
  if (payload === '') return [{ companyId: undefined, resources: EVERY_RESOURCE }];
  const changed = JSON.parse(payload) as [companyId: number, resources: number][];
  return changed.map(([companyId, resources]) => ({ companyId, resources }));
}

const whenLost = (client: pg.Client): Promise<void> =>
  new Promise((resolve) => {
    client.on('error', () => resolve());
    client.once('end', resolve);
  });

/** Id of the server process of a connection, which its notifications have. */
const processOf = (client: pg.Client): number | null =>
  (client as unknown as { readonly processID: number | null }).processID;
