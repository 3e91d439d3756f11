import { type Counters, MemoryCounters } from './counters.ts';

interface Question {
  readonly key: string;
  /** True to add a hit, false to only read the count. */
  readonly isHit: boolean;
}

/** Requests from one turn of a worker's event loop, in one message because messages are expensive. */
interface Questions {
  readonly type: 'tillgate:count';
  readonly questions: readonly Question[];
}

/** Counts for one message, in its order. Messages are also handled in order. */
interface Counted {
  readonly type: 'tillgate:counted';
  readonly counts: readonly number[];
}

export interface Channel {
  send(message: object): unknown;
  on(event: 'message', listener: (message: { type?: string }) => void): unknown;
}

export function countFor(worker: Channel, counters: MemoryCounters): void {
  worker.on('message', (message) => {
    if (!isQuestions(message)) return;
    const counts = message.questions.map(({ key, isHit }) => (isHit ? counters.hit(key) : counters.count(key)));
    worker.send({ type: 'tillgate:counted', counts } satisfies Counted);
  });
}

const isQuestions = (message: { type?: string }): message is Questions => message.type === 'tillgate:count';

const isCounted = (message: { type?: string }): message is Counted => message.type === 'tillgate:counted';

interface Asked extends Question {
  readonly resolve: (count: number) => void;
}

/** Counters of a worker. The primary process does the counting, so limits are exact across workers. */
export class PrimaryCounters implements Counters {
  readonly #primary: Channel;
  readonly #refused = new MemoryCounters(() => 0);
  #asked: Asked[] = [];
  /** Messages without a reply so far. */
  readonly #sent: Asked[][] = [];

  constructor(primary: Channel) {
    this.#primary = primary;
    primary.on('message', (message) => {
      if (!isCounted(message)) return;
      const { counts } = message;
      for (const [place, { resolve }] of (this.#sent.shift() ?? []).entries()) resolve(counts[place] as number);
    });
  }

  hit(key: string): Promise<number> {
    return this.#ask(key, true);
  }

  count(key: string): Promise<number> {
    return this.#ask(key, false);
  }

  refuse(key: string): void {
    this.#refused.refuse(key);
  }

  get refusals(): ReadonlyMap<string, number> {
    return this.#refused.refusals;
  }

  async close(): Promise<void> {}

  #ask(key: string, isHit: boolean): Promise<number> {
    return new Promise((resolve) => {
      if (this.#asked.push({ key, isHit, resolve }) === 1) setImmediate(() => this.#send());
    });
  }

  #send(): void {
    const asked = this.#asked.splice(0);
    this.#sent.push(asked);
    const questions = asked.map(({ key, isHit }) => ({ key, isHit }));
    this.#primary.send({ type: 'tillgate:count', questions } satisfies Questions);
  }
}
