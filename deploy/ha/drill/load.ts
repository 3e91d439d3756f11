import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Attempts } from './attempts.ts';
import { ConnectedApp } from './connected-app.ts';
import type { Deployment } from './deployment.ts';
import { DRILLED, type Drilled } from './scene.ts';
import { until } from './until.ts';

/** A document that a response reported as stored. */
export interface Told {
  readonly path: '/stock-adjustments' | '/purchase-orders';
  readonly key: string;
  readonly id: number;
  /** How it changed the stock. */
  readonly change: number;
}

/** Records of a merchant that the load writes about. */
interface Catalogue {
  readonly storeId: number;
  readonly supplierId: number;
  readonly itemId: number;
}

/** One merchant's share of the load. */
export interface Client {
  readonly app: ConnectedApp;
  readonly catalogue: Catalogue;
  readonly told: Told[];
}

/** Pauses of a client after a successful request, in milliseconds. */
const AFTER_WRITE = 200;
const AFTER_REFRESH = 500;

/** Clients of both regions, each of which writes, reads, refreshes or opens pages, one request at a time. */
export class Load {
  readonly attempts: Attempts;
  readonly clients: Readonly<Record<Drilled, Client>>;
  #isDone = false;
  #loops: Promise<unknown>[] = [];

  private constructor(attempts: Attempts, clients: Readonly<Record<Drilled, Client>>) {
    this.attempts = attempts;
    this.clients = clients;
  }

  static async start(deployment: Deployment): Promise<Load> {
    const attempts = new Attempts();
    const client = async (region: Drilled): Promise<Client> => {
      const app = await ConnectedApp.connect(region, attempts, deployment);
      return { app, catalogue: await readCatalogue(app), told: [] };
    };
    const load = new Load(attempts, { UK: await client('UK'), US: await client('US') });
    load.#loops = DRILLED.flatMap((region) => load.#loopsOf(load.clients[region]));
    return load;
  }

  /** Waits until, in each region, a write and a refresh that began after `since` have succeeded. */
  async untilWorks(since: number, regions: readonly Drilled[] = DRILLED): Promise<void> {
    const isAfter = ({ region, from }: { region: Drilled; from: number }, wanted: Drilled) =>
      region === wanted && from > since;
    for (const region of regions) {
      await until(
        `A write in ${region}`,
        async () => this.attempts.successes.some((success) => isAfter(success, region)) || undefined,
      );
    }
    await until(
      'A refresh',
      async () =>
        this.attempts.all.some((one) => one.kind === 'refresh' && !one.failure && one.from > since) || undefined,
    );
  }

  /** Ends the load once every write has succeeded. */
  async stop(): Promise<void> {
    this.#isDone = true;
    await Promise.all(this.#loops);
  }

  #loopsOf(client: Client): Promise<void>[] {
    const { app } = client;
    return [
      this.#repeat(AFTER_WRITE, () => adjust(client, 3)),
      this.#repeat(AFTER_WRITE, () => adjust(client, -1)),
      this.#repeat(AFTER_WRITE, () => order(client)),
      this.#repeat(AFTER_REFRESH, () => app.refresh()),
      this.#repeat(AFTER_REFRESH, () => look(app)),
    ];
  }

  async #repeat(pause: number, work: () => Promise<void>): Promise<void> {
    while (!this.#isDone) {
      await work();
      await delay(pause * (0.5 + Math.random()));
    }
  }
}

async function readCatalogue(app: ConnectedApp): Promise<Catalogue> {
  const idOf = async (path: string): Promise<number> => (await app.read(path)).body.data[0].id;
  return { storeId: await idOf('/stores'), supplierId: await idOf('/suppliers'), itemId: await idOf('/items') };
}

async function adjust(client: Client, change: number): Promise<void> {
  const { storeId, itemId } = client.catalogue;
  const lines = [{ itemId, quantity: String(Math.abs(change)) }];
  await write(client, '/stock-adjustments', '?post=true', change, {
    storeId,
    type: change > 0 ? 1 : 2,
    lines,
    date: today(),
  });
}

async function order(client: Client): Promise<void> {
  const { storeId, supplierId, itemId } = client.catalogue;
  const lines = [{ itemId, quantity: '2', unitCost: '0.875' }];
  await write(client, '/purchase-orders', '?receive=false', 0, { storeId, supplierId, lines, orderDate: today() });
}

/** Writes a document that contains its key, and reads it back. */
async function write(
  { app, told }: Client,
  path: Told['path'],
  query: string,
  change: number,
  fields: object,
): Promise<void> {
  const key = randomUUID();
  const answer = await app.write(path + query, key, { ...fields, narration: key });
  if (answer.status !== 201) return app.attempts.reject(`a write in ${app.region}`, answer);
  const { id } = answer.body;
  told.push({ path, key, id, change });
  const read = await app.get(`${path}/${id}`);
  if (read && (read.status !== 200 || read.body.narration !== key))
    app.attempts.reject(`${path}/${id} in ${app.region}, which had just been stored`, read);
}

async function look(app: ConnectedApp): Promise<void> {
  const page = await app.page();
  if (page && page.status !== 200) app.attempts.reject('the page for signing in', page);
}

const today = (): string => new Date().toISOString().slice(0, 10);
