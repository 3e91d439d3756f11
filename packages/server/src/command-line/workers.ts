import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { countFor, type MemoryCounters } from '../process/counters.ts';
import { StartError } from '../process/start-error.ts';
import type { Addresses } from '../server.ts';

/** Sent by a worker that has started. All workers share its ports. */
export interface Ready extends Addresses {
  readonly type: 'tillgate:ready';
}

/** Tells a worker to stop, like SIGTERM. */
const STOP = { type: 'tillgate:stop' } as const;

/**
 * Resolves at the first SIGINT or SIGTERM. A second one ends the process at once, since the listener is gone. Workers
 * wait for a message from their primary, because Ctrl-C reaches both.
 */
export const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = () => {
      if (cluster.isPrimary) for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, stop);
      resolve();
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', cluster.isPrimary ? stop : () => {});
    const isStop = (message: unknown) => (message as { type?: unknown } | null)?.type === STOP.type;
    if (cluster.isWorker) process.on('message', (message) => isStop(message) && stop());
  });

/** Milliseconds before a worker that failed to start is replaced. */
const PAUSE = 1000;

/** Processes that share ports and take connections in turn. A process that exits is replaced. */
export class Workers {
  readonly #counters: MemoryCounters;
  readonly #log: Logger;
  readonly #serving = new Set<Worker>();
  #stopping = false;

  constructor(counters: MemoryCounters, log: Logger) {
    this.#counters = counters;
    this.#log = log;
  }

  get areServing(): boolean {
    return this.#serving.size > 0 && !this.#stopping;
  }

  /** Resolves once all workers serve. If one fails to start, stops the others and throws a StartError. */
  async start(number: number): Promise<Ready> {
    try {
      const [first] = await Promise.all(Array.from({ length: number }, () => this.#startOne()));
      if (!first) throw new Error('No workers.');
      return first;
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const ended = workers.map((worker) => once(worker, 'exit'));
    for (const worker of workers) if (worker.isConnected()) worker.send(STOP);
    await Promise.all(ended);
  }

  #startOne(): Promise<Ready> {
    const worker = cluster.fork();
    countFor(worker, this.#counters);
    return new Promise((resolve, reject) => {
      worker.on('message', (message: Ready) => {
        if (message.type !== 'tillgate:ready') return;
        this.#serving.add(worker);
        worker.once('exit', (code, signal) => this.#replace(worker, { code, signal }));
        resolve(message);
      });
      worker.once('exit', () => reject(new StartError('A worker did not start; see its message above.')));
    });
  }

  #replace(worker: Worker, reason: { code: number | null; signal: string | null }): void {
    this.#serving.delete(worker);
    if (this.#stopping) return;
    this.#log.error({ worker: worker.process.pid, ...reason }, 'a worker ended and is replaced');
    void this.#startUntilServing();
  }

  async #startUntilServing(): Promise<void> {
    while (!this.#stopping) {
      try {
        await this.#startOne();
        return;
      } catch {
        this.#log.error('the replacement of a worker did not start');
        await sleep(PAUSE, undefined, { ref: false });
      }
    }
  }
}
