import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { killPrograms, Program } from '@tillgate/server/test-support/program.ts';
import { newWebhookSecret } from '@tillgate/server/webhooks/signature.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Resources } from '../../src/index.ts';
import { type ChangesWebhook, verify } from '../../src/webhooks.ts';
import { installPackedClient, NODES } from '../support/packed-client.ts';
import { type Service, shopOf, startService } from '../support/service.ts';

const SECRET = newWebhookSecret();
const PATIENCE = { timeout: 30_000 };

let project: string;
let service: Service;
let brands: Resources['brands'];

beforeAll(async () => {
  ({ project } = await installPackedClient());
  service = await startService();
  ({ brands } = shopOf(service));
});
afterEach(killPrograms);
afterAll(async () => {
  await service?.stop();
  await rm(project, { recursive: true, force: true });
});

/** A developer's own receiver, which verifies what it receives, and accepts it once `accept` resolves. */
class Receiver {
  readonly ids: string[] = [];
  readonly created: number[] = [];
  accept: Promise<unknown> = Promise.resolve();
  port = 0;
  #server: Server | undefined;

  async up(): Promise<void> {
    this.#server = createServer(async (request, response) => {
      const body = await buffer(request);
      const { data } = (await verify({ headers: request.headers, body }, SECRET)) as ChangesWebhook;
      this.ids.push(String(request.headers['webhook-id']));
      this.created.push(
        ...data.flatMap(({ resource, kind, id }) => (resource === 'brands' && kind === 'created' ? [id] : [])),
      );
      await this.accept;
      response.writeHead(204).end();
    }).listen(this.port);
    await once(this.#server, 'listening');
    this.port = (this.#server.address() as AddressInfo).port;
  }

  down(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }
}

/** Runs the installed program with what a developer has. */
function run(args: readonly string[], env: Record<string, string> = {}): Program {
  const { clientId, clientSecret } = service.full;
  const merchant = { TILLGATE_URL: service.apiUrl, MERCHANT_ID: String(service.merchant.companyId) };
  const given = { ...merchant, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, WEBHOOK_SECRET: SECRET, ...env };
  const [, command = ''] = NODES.at(-1) ?? [];
  return new Program(['node_modules/.bin/tillgate-client', ...args], { command, cwd: project, env: given });
}

test('npx @tillgate/client listen loses nothing while the receiver is down or the program stopped, and repeats nothing that was accepted', async () => {
  const receiver = new Receiver();
  await receiver.up();
  const url = `http://localhost:${receiver.port}/hook`;
  const create = async (name: string) => (await brands.create({ name })).id;
  const place = `${new URL(service.apiUrl).host.replace(':', '_')}-${service.merchant.companyId}`;

  const first = run(['listen', url]);
  await vi.waitFor(() => expect(existsSync(join(project, '.tillgate-listen', place))).toBe(true), PATIENCE);
  const ids = [await create('First')];
  await vi.waitFor(() => expect(receiver.created).toEqual(ids), PATIENCE);

  receiver.down();
  ids.push(await create('While the receiver is down'));
  await first.until(/ECONNREFUSED msg_\w+: again in 1 s/);
  await receiver.up();
  await vi.waitFor(() => expect(receiver.created).toEqual(ids), PATIENCE);

  receiver.down();
  ids.push(await create('While nothing accepts it'));
  await first.until(/(?:ECONNREFUSED[\s\S]*){2}/);
  await first.end('SIGINT');
  expect(await first.exit).toEqual([0, null]);
  ids.push(await create('While the program is stopped'));
  await receiver.up();
  const held = Promise.withResolvers<void>();
  receiver.accept = held.promise;
  const second = run(['listen', url]);
  await vi.waitFor(() => expect(receiver.created).toEqual(ids), PATIENCE);

  // Interrupted while the receiver is at work: its response still counts.
  second.child.kill('SIGINT');
  held.resolve();
  expect(await second.exit).toEqual([0, null]);
  run(['listen', url]);
  ids.push(await create('Last'));
  await vi.waitFor(() => expect(receiver.created).toEqual(ids), PATIENCE);
  expect(new Set(receiver.ids).size).toBe(receiver.ids.length);
  receiver.down();
});

test.each([
  [['listen'], {}, 2, 'The address of the receiver must be a URL'],
  [['listen', 'http://localhost:1'], { CLIENT_SECRET: '' }, 2, 'The environment variable CLIENT_SECRET is not set.'],
  [['listen', 'http://localhost:1'], { CLIENT_SECRET: 'svc_sk_sb_wrong' }, 1, 'Client authentication failed.'],
])('npx @tillgate/client %j with %j ends with %d and says why', async (args, env, code, words) => {
  const program = run(args, env);
  expect(await program.exit).toEqual([code, null]);
  expect(program.err).toContain(words);
  expect(program.err).not.toContain('svc_sk_sb_');
});
