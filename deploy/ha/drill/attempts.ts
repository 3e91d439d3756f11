import type { Drilled } from './scene.ts';

export type Kind = 'write' | 'read' | 'refresh' | 'page';

/** One request as its client saw it. */
export interface Attempt {
  readonly region: Drilled;
  readonly kind: Kind;
  /** Start and end, by `performance.now()`. */
  readonly from: number;
  readonly to: number;
  /** Why it failed: a status, or what became of the connection. */
  readonly failure: string | undefined;
}

/** A write from its first attempt to the answer that it succeeded. */
export interface Success {
  readonly region: Drilled;
  readonly from: number;
  readonly to: number;
}

/** Answers of a service of which a part is away; everything else is a fault of its own. */
const AWAY = new Set([502, 503, 504]);

/** Longest wait of a client for an answer, in milliseconds. */
const PATIENCE = 6_000;

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what each operation answers, its caller knows
  readonly body: any;
}

/** Everything that clients were told, and what they should not have been told. */
export class Attempts {
  readonly all: Attempt[] = [];
  readonly successes: Success[] = [];
  readonly problems: string[] = [];

  /**
   * Sends a request; undefined if nobody knows what became of it, or the service says that it is away. A client that gives
   * up early, after `patience` milliseconds, has nobody to blame.
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
      if (AWAY.has(response.status)) return void note([response.status, body.code].filter(Boolean).join(' '));
      if (isInProgress(body)) return void note('in progress');
      note(undefined);
      return { status: response.status, body };
    } catch (error) {
      if (patience < PATIENCE && (error as Error).name === 'TimeoutError') return undefined;
      return void note(reasonOf(error));
    }
  }

  /** Notes an answer that no client should get, whatever has failed. */
  reject(what: string, { status, body }: Answer): void {
    this.problems.push(`${what}: ${status} ${JSON.stringify(body).slice(0, 300)}`);
  }
}

/** The first attempt at a write is still under way, although its client has lost sight of it. */
const isInProgress = (body: { code?: string }): boolean => body.code === 'partner.idempotency_in_progress';

function reasonOf(error: unknown): string {
  const { name, cause } = error as Error;
  return (cause as NodeJS.ErrnoException | undefined)?.code ?? name;
}
