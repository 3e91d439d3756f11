import type { Drilled } from './scene.ts';

export type Kind = 'write' | 'read' | 'refresh' | 'page';

/** One request as its client saw it. */
export interface Attempt {
  readonly region: Drilled;
  readonly kind: Kind;
  /** Start and end, by `performance.now()`. */
  readonly from: number;
  readonly to: number;
  /** Why it failed: a status, or an error of the connection. */
  readonly failure: string | undefined;
}

/** A write from its first attempt to its successful response. */
export interface Success {
  readonly region: Drilled;
  readonly from: number;
  readonly to: number;
}

/** Statuses of an outage; every other failure is a defect. */
const OUTAGE = new Set([502, 503, 504]);

/** Longest time a client waits for a response, in milliseconds. */
const PATIENCE = 6_000;

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what each operation answers, its caller knows
  readonly body: any;
}

/** All requests of the clients, and the responses that no client should have received. */
export class Attempts {
  readonly all: Attempt[] = [];
  readonly successes: Success[] = [];
  readonly problems: string[] = [];

  /**
   * Sends a request. Undefined if its outcome is unknown, or if the service reports an outage. Not a defect when the
   * client itself gives up after `patience` milliseconds.
   */
  async send(
    region: Drilled,
    kind: Kind,
    url: string,
    init: RequestInit = {},
    patience = PATIENCE,
  ): Promise<Answer | undefined> {
    const from = performance.now();
    const note = (failure: string | undefined) => {
      this.all.push({ region, kind, from, to: performance.now(), failure });
    };
    try {
      const response = await fetch(url, { redirect: 'manual', ...init, signal: AbortSignal.timeout(patience) });
      const text = await response.text();
      const body = /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text;
      if (OUTAGE.has(response.status)) return void note([response.status, body.code].filter(Boolean).join(' '));
      if (isInProgress(body)) return void note('in progress');
      note(undefined);
      return { status: response.status, body };
    } catch (error) {
      if (patience < PATIENCE && (error as Error).name === 'TimeoutError') return undefined;
      return void note(reasonOf(error));
    }
  }

  /** Records a response that is wrong under any fault. */
  reject(what: string, { status, body }: Answer): void {
    this.problems.push(`${what}: ${status} ${JSON.stringify(body).slice(0, 300)}`);
  }
}

/** The first attempt at a write is still running, although its client lost the connection. */
const isInProgress = (body: { code?: string }): boolean => body.code === 'partner.idempotency_in_progress';

function reasonOf(error: unknown): string {
  const { name, cause } = error as Error;
  return (cause as NodeJS.ErrnoException | undefined)?.code ?? name;
}
