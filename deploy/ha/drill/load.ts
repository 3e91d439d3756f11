import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Deployment } from './deployment.ts';
import { until } from './processes.ts';
import { DRILLED, type Drilled, REDIRECT_URI } from './scene.ts';

/** One request as its client saw it. */
export interface Attempt {
  readonly region: Drilled;
  readonly kind: 'write' | 'read' | 'refresh' | 'page';
  /** Start and end, by `performance.now()`. */
  readonly from: number;
  readonly to: number;
  /** Why it failed: a status, or an error of the connection. */
  readonly failure: string | undefined;
}

/** A write from its first attempt to its successful response. */
export type Success = Pick<Attempt, 'region' | 'from' | 'to'>;

/** A document that a response reported as stored. */
export interface Told {
  readonly path: '/stock-adjustments' | '/purchase-orders';
  readonly key: string;
  readonly id: number;
  /** How it changed the stock. */
  readonly change: number;
}

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of several operations
  readonly body: any;
}

/** Statuses of an outage; every other failure is a defect. */
const OUTAGE = new Set([502, 503, 504]);

/** Milliseconds: the longest wait for a response, and the longest pause before a failed request is repeated. */
const PATIENCE = 6_000;
const PAUSE = 200;

/** Share of the writes whose client disconnects early, within HASTE milliseconds. */
const HASTY = 0.1;
const HASTE = 40;

/** Pauses of a client after a successful request, in milliseconds. */
const AFTER_WRITE = 200;
const AFTER_REFRESH = 500;

/** Clients of both regions, each of which writes, reads, refreshes or opens pages, one request at a time. */
export class Load {
  readonly clients: Readonly<Record<Drilled, Client>>;
  readonly attempts: Attempt[] = [];
  readonly successes: Success[] = [];
  /** Responses that no client should have received. */
  readonly problems: string[] = [];
  #isDone = false;
  #loops: Promise<unknown>[] = [];

  private constructor(deployment: Deployment) {
    this.clients = { UK: new Client('UK', this, deployment), US: new Client('US', this, deployment) };
  }

  static async start(deployment: Deployment): Promise<Load> {
    const load = new Load(deployment);
    for (const region of DRILLED) await load.clients[region].connect();
    load.#loops = DRILLED.flatMap((region) => {
      const client = load.clients[region];
      return [
        load.#repeat(AFTER_WRITE, () => client.adjust(3)),
        load.#repeat(AFTER_WRITE, () => client.adjust(-1)),
        load.#repeat(AFTER_WRITE, () => client.order()),
        load.#repeat(AFTER_REFRESH, () => client.refresh()),
        load.#repeat(AFTER_REFRESH, () => client.openPage()),
      ];
    });
    return load;
  }

  /** Waits until, in each region, a write has succeeded that began after `since`, and then a refresh in any. */
  async untilWorks(since: number): Promise<void> {
    for (const region of DRILLED) {
      const isNew = (one: Success) => one.region === region && one.from > since;
      await until(`A write in ${region}`, async () => this.successes.some(isNew) || undefined);
    }
    const isRefresh = ({ kind, failure, from }: Attempt) => kind === 'refresh' && !failure && from > since;
    await until('A refresh', async () => this.attempts.some(isRefresh) || undefined);
  }

  /** Ends the load once every write has succeeded. */
  async stop(): Promise<void> {
    this.#isDone = true;
    await Promise.all(this.#loops);
  }

  async #repeat(pause: number, work: () => Promise<void>): Promise<void> {
    while (!this.#isDone) {
      await work();
      await delay(pause * (0.5 + Math.random()));
    }
  }
}

/** An app connected to a merchant of a region. It repeats failed requests until they succeed. */
export class Client {
  readonly region: Drilled;
  readonly told: Told[] = [];
  /** Records that the load writes about. */
  catalogue = { storeId: 0, supplierId: 0, itemId: 0 };
  /** Number of refresh token rotations so far. */
  rotations = 0;
  readonly #load: Load;
  readonly #deployment: Deployment;
  #tokens = { access_token: '', refresh_token: '' };

  constructor(region: Drilled, load: Load, deployment: Deployment) {
    this.region = region;
    this.#load = load;
    this.#deployment = deployment;
  }

  /** Exchanges the code of the merchant's consent, and reads the catalogue. */
  async connect(): Promise<void> {
    const { code } = this.#deployment.scene.merchants[this.region];
    const body = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI };
    const answer = await this.#askForTokens(body);
    if (answer?.status !== 200) throw new Error(`The code was not exchanged: ${JSON.stringify(answer)}`);
    this.#tokens = answer.body;
    const idOf = async (path: string): Promise<number> => (await this.read(path)).body.data[0].id;
    this.catalogue = {
      storeId: await idOf('/stores'),
      supplierId: await idOf('/suppliers'),
      itemId: await idOf('/items'),
    };
  }

  /** Reads until it succeeds. */
  async read(path: string): Promise<Answer> {
    for (;;) {
      const answer = await this.#get(path);
      if (answer) return answer;
      await delay(Math.random() * PAUSE);
    }
  }

  async adjust(change: number): Promise<void> {
    const { storeId, itemId } = this.catalogue;
    const lines = [{ itemId, quantity: String(Math.abs(change)) }];
    const body = { storeId, type: change > 0 ? 1 : 2, lines, date: today() };
    await this.#write('/stock-adjustments', '?post=true', change, body);
  }

  async order(): Promise<void> {
    const { storeId, supplierId, itemId } = this.catalogue;
    const lines = [{ itemId, quantity: '2', unitCost: '0.875' }];
    await this.#write('/purchase-orders', '?receive=false', 0, { storeId, supplierId, lines, orderDate: today() });
  }

  /** Rotates the refresh token; a failed attempt is repeated with the same token. */
  async refresh(): Promise<void> {
    const { refresh_token } = this.#tokens;
    const answer = await this.#askForTokens({ grant_type: 'refresh_token', refresh_token });
    if (!answer) return;
    if (answer.status !== 200) return this.#reject(`a refresh in ${this.region}`, answer);
    this.#tokens = answer.body;
    this.rotations += 1;
  }

  async openPage(): Promise<void> {
    const page = await this.#send('page', `${this.#deployment.webUrl}/sign-in`);
    if (page && page.status !== 200) this.#reject('the page for signing in', page);
  }

  /** Writes a document that contains its key until it succeeds, and reads it back. */
  async #write(path: Told['path'], query: string, change: number, fields: object): Promise<void> {
    const key = randomUUID();
    const headers = { ...this.#bearer, 'Content-Type': 'application/json', 'Idempotency-Key': key };
    const init = { method: 'POST', headers, body: JSON.stringify({ ...fields, narration: key }) };
    const from = performance.now();
    let answer: Answer | undefined;
    // At times the client disconnects during the first attempt.
    let patience = Math.random() < HASTY ? Math.ceil(Math.random() * HASTE) : PATIENCE;
    for (;;) {
      answer = await this.#send('write', `${this.#deployment.apiUrl}/v1${path}${query}`, init, patience);
      if (answer) break;
      patience = PATIENCE;
      await delay(Math.random() * PAUSE);
    }
    this.#load.successes.push({ region: this.region, from, to: performance.now() });
    if (answer.status !== 201) return this.#reject(`a write in ${this.region}`, answer);
    const { id } = answer.body;
    this.told.push({ path, key, id, change });
    const read = await this.#get(`${path}/${id}`);
    if (read && (read.status !== 200 || read.body.narration !== key))
      this.#reject(`${path}/${id} in ${this.region}, which had just been stored`, read);
  }

  #get(path: string): Promise<Answer | undefined> {
    return this.#send('read', `${this.#deployment.apiUrl}/v1${path}`, { headers: this.#bearer });
  }

  #askForTokens(fields: Readonly<Record<string, string>>): Promise<Answer | undefined> {
    const { apiUrl, scene } = this.#deployment;
    const body = new URLSearchParams({ ...fields, client_id: scene.clientId, client_secret: scene.clientSecret });
    return this.#send('refresh', `${apiUrl}/v1/oauth/token`, { method: 'POST', body });
  }

  get #bearer(): Record<string, string> {
    return { Authorization: `Bearer ${this.#tokens.access_token}` };
  }

  /**
   * Sends a request. Undefined if its outcome is unknown, or if the service reports an outage. Not a defect when the
   * client itself gives up after `patience` milliseconds.
   */
  async #send(
    kind: Attempt['kind'],
    url: string,
    init: RequestInit = {},
    patience = PATIENCE,
  ): Promise<Answer | undefined> {
    const from = performance.now();
    const note = (failure: string | undefined) => {
      this.#load.attempts.push({ region: this.region, kind, from, to: performance.now(), failure });
    };
    try {
      const response = await fetch(url, { redirect: 'manual', ...init, signal: AbortSignal.timeout(patience) });
      const text = await response.text();
      const body = /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text;
      if (OUTAGE.has(response.status)) return void note([response.status, body.code].filter(Boolean).join(' '));
      // The first attempt at a write is still running, although its client lost the connection.
      if (body.code === 'partner.idempotency_in_progress') return void note('in progress');
      note(undefined);
      return { status: response.status, body };
    } catch (error) {
      const { name, cause } = error as Error;
      if (patience < PATIENCE && name === 'TimeoutError') return undefined;
      return void note((cause as NodeJS.ErrnoException | undefined)?.code ?? name);
    }
  }

  /** Records a response that is wrong under any fault. */
  #reject(what: string, { status, body }: Answer): void {
    this.#load.problems.push(`${what}: ${status} ${JSON.stringify(body).slice(0, 300)}`);
  }
}

const today = (): string => new Date().toISOString().slice(0, 10);
