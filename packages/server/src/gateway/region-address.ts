import type { Readable } from 'node:stream';
import { Client, type Dispatcher, Pool } from 'undici';
import { Watch } from '../storage/watch.ts';
import { HEALTH, MISDIRECTED } from './accept.ts';
import { ASSERTION, type Assertion, type AssertionSigner, INSTANCE, type Signed } from './assertion.ts';
import { type Answer, discard, exchange } from './exchange.ts';

/** Milliseconds between checks of an address. A region that shuts down must report unready for longer. */
const LOOK_INTERVAL = 1_000;

/** Timeout of a check, in milliseconds. */
const LOOK_WITHIN = 5_000;

/** A silent region is probed like a database. */
const WATCH_LIMITS = { silence: 400, probe: 600 };

/** Longer than any statement, since a watch already detects lost regions. */
const ANSWER_WITHIN = 60_000;

export interface Outgoing {
  readonly method: string;
  readonly target: string;
  readonly headers: Record<string, string>;
  readonly stated?: Pick<Assertion, 'admitted' | 'body'>;
  /** Creates the sealed body of one attempt. Called when its first byte is sent. */
  readonly body?: ((signed: Signed) => AsyncIterable<Buffer> | Buffer) | undefined;
  /** True if any process of the region may accept the request; otherwise only the one that the address led to last. */
  readonly isForAny?: boolean;
  readonly signal?: AbortSignal;
  /** Called when the request is about to be written to a connection. */
  readonly onSend?: () => void;
  /** True if the response may take long, so that silence does not make the region suspect. */
  readonly mayWait?: boolean;
}

export interface AddressListener {
  onAway(address: string, reason: Error): void;
  onBack(address: string): void;
}

/**
 * One address of a region, with its connections and state. While it is down, only probes are sent
 * to it, several per second.
 */
export class RegionAddress {
  readonly url: string;
  readonly #signer: AssertionSigner;
  readonly #listener: AddressListener;
  readonly #watch: Watch;
  readonly #timer: NodeJS.Timeout;
  /** Process that the address led to last. Unknown from a misdirected request until the next look. */
  #instance: string | undefined;
  #pool: Pool;
  #underWay = 0;
  #received = 0;
  #isDraining = false;
  #isSilent = false;
  #wasUp = true;

  constructor(url: string, signer: AssertionSigner, listener: AddressListener) {
    this.url = url;
    this.#signer = signer;
    this.#listener = listener;
    this.#pool = poolOf(url);
    this.#watch = new Watch(WATCH_LIMITS, {
      isBusy: () => this.#underWay > 0,
      received: () => this.#received,
      probe: (signal) => this.#probe(signal),
      abandon: () => this.#abandon(),
    });
    this.#timer = setInterval(() => void this.#look(), LOOK_INTERVAL).unref();
  }

  /** `draining` means up, but about to shut down. */
  get state(): 'up' | 'draining' | 'down' {
    if (this.#watch.failure) return 'down';
    return this.#isDraining ? 'draining' : 'up';
  }

  /**
   * Sends a request once, or a second time if another process than expected has rejected it before doing anything. Rejects
   * if the connection failed or was lost, in which case the region may still have handled the request.
   */
  async send(outgoing: Outgoing): Promise<Answer> {
    const answer = await this.#sendTo(outgoing.isForAny ? undefined : this.#instance, outgoing);
    if (answer.status !== MISDIRECTED) return answer;
    discard(answer);
    this.#instance = undefined;
    return this.#sendTo(undefined, outgoing);
  }

  async #sendTo(instance: string | undefined, outgoing: Outgoing): Promise<Answer> {
    const { method, target, headers, stated, body, signal, onSend, mayWait } = outgoing;
    const signed = this.#signer.sign({ method, target, headers }, { ...stated, instance });
    const pending = mayWait ? 0 : 1;
    this.#underWay += pending;
    try {
      const answer = await exchange(
        this.#pool,
        {
          method: method as Dispatcher.HttpMethod,
          path: target,
          headers: { ...headers, [ASSERTION]: signed.header },
          // undici accepts any iterable, although its types do not.
          body: (body?.(signed) ?? null) as Readable | null,
        },
        { signal, onSend },
      );
      this.#received += 1;
      return answer;
    } catch (error) {
      if (!signal?.aborted) this.#watch.suspect(error as Error);
      throw error;
    } finally {
      this.#underWay -= pending;
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#watch.close();
    await this.#pool.destroy();
  }

  /**
   * Destroys every connection to a silent region, which fails their requests. A region that only
   * refuses new connections may still be finishing requests.
   */
  #abandon(): void {
    if (!this.#isSilent) return;
    void this.#pool.destroy();
    this.#pool = poolOf(this.url);
  }

  async #look(): Promise<void> {
    if (this.state !== 'down') {
      const signal = AbortSignal.timeout(LOOK_WITHIN);
      const look = this.send({ method: 'GET', target: HEALTH, headers: {}, isForAny: true, signal });
      const answer = await look.catch(() => undefined);
      const refusal = answer && this.#note(answer);
      if (refusal) this.#watch.suspect(refusal);
    }
    const isUp = this.state !== 'down';
    if (isUp !== this.#wasUp) {
      if (isUp) this.#listener.onBack(this.url);
      else this.#listener.onAway(this.url, this.#watch.failure as Error);
    }
    this.#wasUp = isUp;
  }

  /** Notes which process responded, and whether it is about to shut down. Returns why the region is unusable, if it is. */
  #note(answer: Answer): Error | undefined {
    discard(answer);
    const { status, headers } = answer;
    const id = headers[INSTANCE];
    this.#instance = typeof id === 'string' ? id : undefined;
    this.#isDraining = status === 503;
    return status === 200 || status === 503 ? undefined : new Error(refusalOf(status));
  }

  async #probe(signal: AbortSignal): Promise<void> {
    const client = new Client(this.url);
    this.#isSilent = false;
    signal.addEventListener('abort', () => {
      this.#isSilent = true;
    });
    try {
      const { header } = this.#signer.sign({ method: 'GET', target: HEALTH, headers: {} });
      const request = { method: 'GET', path: HEALTH, headers: { [ASSERTION]: header } } as const;
      const refusal = this.#note(await exchange(client, request, { signal }));
      if (refusal) throw refusal;
    } finally {
      void client.destroy();
    }
  }
}

/** A region that rejects its gateway is unusable. */
const refusalOf = (status: number): string =>
  status === 401
    ? 'it rejects this gateway: compare TILLGATE_GATEWAY_KEY and TILLGATE_REGION_URL of both, and their clocks'
    : `it answers ${status}`;

const poolOf = (url: string): Pool =>
  new Pool(url, {
    pipelining: 1,
    headersTimeout: ANSWER_WITHIN,
    bodyTimeout: ANSWER_WITHIN,
    keepAliveMaxTimeout: 30_000,
  });
