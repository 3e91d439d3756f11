import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Named, Records } from '../../../../server/test/support/fresh-read.ts';
import { isTillgateError, type Resources } from '../../../src/index.ts';
import { verify, type WebhookContent } from '../../../src/webhooks.ts';
import { put, readAll, readRecord } from './records.ts';

/** Mirrors a merchant's records by what an endpoint receives: it responds at once, and then reads what has changed. */
export class WebhookMirror {
  records: Records = new Map();
  /** Why it read everything, each time. */
  readonly reasons: string[] = [];
  /** Set once the endpoint was added. */
  secret = '';
  readonly #shop: Resources;
  readonly #server = createServer(async (request, response) => {
    const status = await this.#receive(request).then(
      () => 204,
      () => 400,
    );
    response.writeHead(status).end();
  });
  #applied: Promise<void> = Promise.resolve();

  constructor(shop: Resources) {
    this.#shop = shop;
  }

  /** Returns the URL of the endpoint. */
  async open(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  async #receive(request: IncomingMessage): Promise<void> {
    const body = Buffer.concat(await request.toArray());
    const content = await verify({ headers: request.headers, body }, this.secret);
    this.#applied = this.#applied.then(() => this.#apply(content));
  }

  async #apply(content: WebhookContent): Promise<void> {
    if (content.type === 'resync') await untilRead(() => this.readAll(content.reason));
    if (content.type === 'changes')
      for (const change of content.data) put(this.records, change, await untilRead(() => this.#find(change)));
  }

  /** Reads everything. Changes made meanwhile are received later. */
  async readAll(reason: string): Promise<void> {
    this.records = (await readAll(this.#shop)).records;
    this.reasons.push(reason);
  }

  /** A change from before a restore may be of a record that no longer exists. */
  #find(change: Named): Promise<unknown> {
    return readRecord(this.#shop, change).catch((error) => {
      if (isTillgateError(error) && error.status === 404) return undefined;
      throw error;
    });
  }

  /** Resolves once everything received is applied. */
  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await this.#applied;
  }
}

async function untilRead<T>(read: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await read();
    } catch {
      await delay(100);
    }
  }
}
