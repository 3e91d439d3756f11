import { type Counters, MemoryCounters } from './counters.ts';

/** Question of a worker: one more hit of the key, or how many there were. */
interface Question {
  readonly type: 'tillgate:hit' | 'tillgate:count';
  readonly id: number;
  readonly key: string;
}

interface Counted {
  readonly type: 'tillgate:counted';
  readonly id: number;
  readonly count: number;
}

/** One end of the channel between a worker and the process that started it. */
export interface Channel {
  send(message: object): unknown;
  on(event: 'message', listener: (message: { type?: string }) => void): unknown;
}

/** Answers the questions of a worker from the counters that all workers share. */
export function countFor(worker: Channel, counters: MemoryCounters): void {
  worker.on('message', (message) => {
    if (!isQuestion(message)) return;
    const { id, key } = message;
    const count = message.type === 'tillgate:hit' ? counters.hit(key) : counters.count(key);
    worker.send({ type: 'tillgate:counted', id, count } satisfies Counted);
  });
}

const isQuestion = (message: { type?: string }): message is Question =>
  message.type === 'tillgate:hit' || message.type === 'tillgate:count';

const isCounted = (message: { type?: string }): message is Counted => message.type === 'tillgate:counted';

/** Counters of a worker. The process that started it counts, so that limits are exact over all workers. */
export class PrimaryCounters implements Counters {
  readonly #primary: Channel;
  readonly #refused = new MemoryCounters(() => 0);
  readonly #waiting = new Map<number, (count: number) => void>();
  #asked = 0;

  constructor(primary: Channel) {
    this.#primary = primary;
    primary.on('message', (message) => {
      if (!isCounted(message)) return;
      this.#waiting.get(message.id)?.(message.count);
      this.#waiting.delete(message.id);
    });
  }

  hit(key: string): Promise<number> {
    return this.#ask('tillgate:hit', key);
  }

  count(key: string): Promise<number> {
    return this.#ask('tillgate:count', key);
  }

  refuse(key: string): void {
    this.#refused.refuse(key);
  }

  get refusals(): ReadonlyMap<string, number> {
    return this.#refused.refusals;
  }

  async close(): Promise<void> {}

  #ask(type: Question['type'], key: string): Promise<number> {
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#primary.send({ type, id, key } satisfies Question);
    });
  }
}
