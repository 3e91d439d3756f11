import type { KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CircuitBreaker } from '../database/circuit-breaker.ts';
import { Unavailable } from '../database/failures.ts';
import type { Region } from '../process/region.ts';
import type { NumberedRequest } from '../request-log/logged-request.ts';
import { HEALTH, REQUESTS } from './accept.ts';
import { type Answer, discard } from './messages.ts';
import { type ChannelRequest, RegionChannel } from './region-channel.ts';

/** Milliseconds between checks of an address. A region that shuts down must report unready for longer. */
const LOOK_INTERVAL = 1_000;

/** Milliseconds of silence after which a region gets no more requests. If it accepts connections, it may be busy. */
const BUSY = 10_000;

/** Milliseconds of silence after which its requests fail too. Longer than their statements may take. */
const LOST = 20_000;

/** A silent region is probed like a database. Its kernel accepts connections, even if the process is busy. */
const BREAKER_LIMITS = { silence: 400, probe: 600 };

/** Pending requests above which the next channel is opened. An address may lead to several processes. */
const FULL = 16;

export interface Outgoing extends ChannelRequest {
  /** Called when the request is about to be written to a channel. */
  readonly onSend?: () => void;
}

interface AddressListener {
  onAway(address: string, reason: Error): void;
  onBack(address: string): void;
}

interface Owner {
  readonly region: Region;
  readonly key: KeyObject;
}

/** One address of a region, with its channels and state. While it is down, it gets only probes, several per second. */
class RegionAddress {
  readonly url: string;
  readonly #owner: Owner;
  readonly #listener: AddressListener;
  readonly #breaker: CircuitBreaker;
  readonly #timer: NodeJS.Timeout;
  readonly #channels = new Set<RegionChannel>();
  /** The channel being opened, and the controller that cancels it. */
  #opening: Promise<RegionChannel> | undefined;
  #closing = new AbortController();
  #underWay = 0;
  #received = 0;
  #heardAt = performance.now();
  #isDraining = false;
  /** Result of the last failed probe. */
  #found: 'refusing' | 'silent' | 'unreachable' = 'refusing';
  #wasUp = true;

  constructor(url: string, owner: Owner, listener: AddressListener) {
    this.url = url;
    this.#owner = owner;
    this.#listener = listener;
    this.#breaker = new CircuitBreaker(BREAKER_LIMITS, {
      isBusy: () => this.#underWay > 0,
      received: () => this.#received,
      probe: (signal) => this.#probe(signal),
      abandon: () => this.#abandon(),
    });
    this.#timer = setInterval(() => void this.#look(), LOOK_INTERVAL).unref();
  }

  /** `draining` means up, but about to shut down. */
  get state(): 'up' | 'draining' | 'down' {
    if (this.#breaker.failure) return 'down';
    return this.#isDraining ? 'draining' : 'up';
  }

  /** Sends a request once. Rejects if the connection failed or was lost, though the region may have handled it. */
  async send(request: Outgoing): Promise<Answer> {
    const pending = request.mayWait ? 0 : 1;
    this.#underWay += pending;
    try {
      const channel = this.#openChannel() ?? (await this.#open());
      request.onSend?.();
      return await channel.exchange(request);
    } catch (error) {
      if (!request.signal?.aborted) this.#breaker.suspect(error as Error);
      throw error;
    } finally {
      this.#underWay -= pending;
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#breaker.close();
    this.#destroyChannels(new Error('This gateway is shutting down.'));
  }

  /** The first channel that is not full, so that requests of a turn share a packet; otherwise the least full one. */
  #openChannel(): RegionChannel | undefined {
    let least: RegionChannel | undefined;
    for (const channel of this.#channels) {
      if (channel.pending < FULL) return channel;
      if (!least || channel.pending < least.pending) least = channel;
    }
    if (least) this.#open().catch((error) => this.#breaker.suspect(error));
    return least;
  }

  #open(): Promise<RegionChannel> {
    this.#opening ??= this.#connect(this.#closing.signal)
      .then((channel) => {
        this.#channels.add(channel);
        return channel;
      })
      .finally(() => {
        this.#opening = undefined;
      });
    return this.#opening;
  }

  #connect(signal: AbortSignal): Promise<RegionChannel> {
    const { url } = this;
    return RegionChannel.open(
      {
        url,
        ...this.#owner,
        onReceived: () => {
          this.#received += 1;
          this.#heardAt = performance.now();
        },
        onRetired: (channel) => this.#channels.delete(channel),
      },
      signal,
    );
  }

  /**
   * Destroys every connection to an unreachable region, which fails its requests. A region that only refuses new
   * connections may still be finishing requests. A silent one may too, so its requests fail only after LOST.
   */
  #abandon(): void {
    const reason = new Error('The region does not respond.');
    if (this.#found === 'unreachable') this.#destroyChannels(reason);
    if (this.#found === 'silent') {
      this.#stopOpening(reason);
      for (const channel of this.#channels) loseUnlessHeard(channel, reason);
    }
  }

  #destroyChannels(reason: Error): void {
    this.#stopOpening(reason);
    for (const channel of this.#channels) channel.destroy(reason);
  }

  #stopOpening(reason: Error): void {
    this.#closing.abort(reason);
    this.#closing = new AbortController();
  }

  async #look(): Promise<void> {
    if (this.state !== 'down') await this.#check();
    const isUp = this.state !== 'down';
    if (isUp !== this.#wasUp) {
      if (isUp) this.#listener.onBack(this.url);
      else this.#listener.onAway(this.url, this.#breaker.failure as Error);
    }
    this.#wasUp = isUp;
  }

  /** Checks every channel, opens the first, and ends those that are no longer needed. */
  async #check(): Promise<void> {
    const [, ...others] = this.#channels;
    for (const channel of others) if (channel.isIdle) channel.retire();
    try {
      if (this.#channels.size === 0) await this.#open();
      await Promise.all([...this.#channels].map((channel) => this.#checkChannel(channel)));
    } catch (error) {
      this.#breaker.suspect(error as Error);
    }
  }

  /** A channel on which nothing arrives gets no more requests, even if others work. */
  async #checkChannel(channel: RegionChannel): Promise<void> {
    const { received } = channel;
    const look = channel.exchange({ ...HEALTH_REQUEST, signal: AbortSignal.timeout(BUSY) });
    const answer = await look.catch(async (error) => {
      // If this process was blocked, it has not read the bytes that arrived meanwhile.
      await nextTurn();
      if (channel.received !== received) return undefined;
      loseUnlessHeard(channel, error);
      throw error;
    });
    if (answer) this.#note(answer);
  }

  /** Notes whether the region is about to shut down. Throws if it is unusable. */
  #note(answer: Answer): void {
    discard(answer);
    this.#isDraining = answer.status === 503;
    if (answer.status !== 200 && answer.status !== 503) throw new Error(`it answers ${answer.status}`);
  }

  async #probe(signal: AbortSignal): Promise<void> {
    this.#found = 'refusing';
    signal.addEventListener('abort', () => {
      this.#found = 'unreachable';
    });
    await accepts(this.url, signal);
    try {
      await this.#askHealth(signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      this.#found = 'silent';
      if (performance.now() - this.#heardAt >= BUSY) throw error;
    }
  }

  async #askHealth(signal: AbortSignal): Promise<void> {
    const channel = await this.#connect(signal);
    try {
      this.#note(await channel.exchange({ ...HEALTH_REQUEST, signal }));
    } finally {
      channel.destroy(new Error('The probe has ended.'));
    }
  }
}

/** Resolves once the address accepts a connection. */
async function accepts(url: string, signal: AbortSignal): Promise<void> {
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const socket = connect({ host, port: Number(port) || (protocol === 'https:' ? 443 : 80) });
  try {
    await once(socket, 'connect', { signal });
  } finally {
    socket.destroy();
  }
}

/** Retires a silent channel, and fails its requests if it stays silent. */
function loseUnlessHeard(channel: RegionChannel, reason: Error): void {
  const { received } = channel;
  channel.retire();
  setTimeout(() => channel.received === received && channel.destroy(reason), LOST - BUSY).unref();
}

const HEALTH_REQUEST = { method: 'GET', target: HEALTH, headers: {} } as const;

/** Longest wait for writing logs, in milliseconds. */
const LOGGED_WITHIN = 10_000;

/** A region with its addresses, used in turn while they are up. */
export class RegionLink {
  readonly addresses: readonly RegionAddress[];
  #turn = 0;

  constructor(
    region: Region,
    urls: readonly string[],
    { key, listener }: { key: KeyObject; listener: AddressListener },
  ) {
    this.addresses = urls.map((url) => new RegionAddress(url, { region, key }, listener));
  }

  /**
   * Sends a request to an address that is up. If the region cannot have received it, tries the next address; a read
   * whose connection was lost is also tried once more. Throws Unavailable if no address responds.
   */
  async send(request: Outgoing): Promise<Answer> {
    const attempt = new Attempt(request);
    let failure: unknown;
    for (const address of this.#inTurn()) {
      try {
        return await address.send(attempt.outgoing);
      } catch (error) {
        if (request.signal?.aborted) throw error;
        failure = error;
        if (!attempt.mayRepeat()) break;
      }
    }
    throw new Unavailable('unavailable', failure);
  }

  async record(requests: readonly NumberedRequest[]): Promise<void> {
    const body = Buffer.from(JSON.stringify(requests));
    const answer = await this.send({
      method: 'POST',
      target: REQUESTS,
      headers: { 'content-length': String(body.length) },
      body,
      signal: AbortSignal.timeout(LOGGED_WITHIN),
    });
    discard(answer);
    if (answer.status !== 204) throw new Error(`The region answered ${answer.status} to requests for its log.`);
  }

  async close(): Promise<void> {
    await Promise.all(this.addresses.map((address) => address.close()));
  }

  /** Addresses that are up, from the next in turn, then any about to shut down. A single address is listed twice. */
  #inTurn(): RegionAddress[] {
    this.#turn = (this.#turn + 1) % this.addresses.length;
    const turned = [...this.addresses.slice(this.#turn), ...this.addresses.slice(0, this.#turn)];
    const alive = [
      ...turned.filter(({ state }) => state === 'up'),
      ...turned.filter(({ state }) => state === 'draining'),
    ];
    return alive.length === 1 ? [...alive, ...alive] : alive;
  }
}

class Attempt {
  readonly outgoing: Outgoing;
  readonly #isRead: boolean;
  #isSent = false;
  #wasLost = false;

  constructor(request: Outgoing) {
    this.#isRead = request.method === 'GET' || request.method === 'HEAD';
    this.outgoing = {
      ...request,
      onSend: () => {
        this.#isSent = true;
      },
    };
  }

  /** True if the last attempt was not sent, or a read was lost for the first time. */
  mayRepeat(): boolean {
    if (!this.#isSent) return true;
    if (!this.#isRead || this.#wasLost) return false;
    this.#wasLost = true;
    this.#isSent = false;
    return true;
  }
}
