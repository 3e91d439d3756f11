import { type Counters, MemoryCounters } from './counters.ts';

type Question = { readonly key: string } & (
  | { readonly act: 'hit' | 'count' }
  | { readonly act: 'take'; readonly hits: number; readonly limit: number }
);

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
    const counts = message.questions.map((question) => answer(question, counters));
    worker.send({ type: 'tillgate:counted', counts } satisfies Counted);
  });
}

function answer(question: Question, counters: MemoryCounters): number {
  if (question.act === 'take') return counters.take(question.key, question.hits, question.limit);
  return counters[question.act](question.key);
}

const isQuestions = (message: { type?: string }): message is Questions => message.type === 'tillgate:count';

const isCounted = (message: { type?: string }): message is Counted => message.type === 'tillgate:counted';

interface Asked {
  readonly question: Question;
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
    return this.#ask({ key, act: 'hit' });
  }

  take(key: string, hits: number, limit: number): Promise<number> {
    return this.#ask({ key, act: 'take', hits, limit });
  }

  count(key: string): Promise<number> {
    return this.#ask({ key, act: 'count' });
  }

  refuse(key: string): void {
    this.#refused.refuse(key);
  }

  get refusals(): ReadonlyMap<string, number> {
    return this.#refused.refusals;
  }

  async close(): Promise<void> {}

  #ask(question: Question): Promise<number> {
    return new Promise((resolve) => {
      if (this.#asked.push({ question, resolve }) === 1) setImmediate(() => this.#send());
    });
  }

  #send(): void {
    const asked = this.#asked.splice(0);
    this.#sent.push(asked);
    const questions = asked.map(({ question }) => question);
    this.#primary.send({ type: 'tillgate:count', questions } satisfies Questions);
  }
}
