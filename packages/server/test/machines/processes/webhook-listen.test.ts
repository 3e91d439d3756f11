import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { listen } from '../../../src/command-line/listen.ts';
import { readConfig } from '../../../src/config.ts';
import { sharedCommandLine } from '../../support/command-line.ts';
import { answering, Endpoint } from '../../support/endpoint.ts';
import { killPrograms, MAIN, Program } from '../../support/program.ts';
import { TEST_KEY } from '../../support/secrets.ts';

const line = await sharedCommandLine();
const { service } = line;
afterEach(killPrograms);

const env = { TILLGATE_DATA_DIR: line.folder, TILLGATE_KEY: TEST_KEY };
const listed = (appId: number) => line.json('webhook', 'list', String(appId));

/** Starts `tillgate webhook listen`. Returns what it has printed, and what stops it. */
function start(appId: number, forward?: string, settings = env) {
  const stop = Promise.withResolvers<void>();
  const said = { text: '' };
  const write = (text: string) => {
    said.text += text;
  };
  const ended = listen(readConfig(settings), { appId, port: 0, forward, write, stopped: stop.promise });
  onTestFinished(() => stop.resolve());
  return { said, stop: stop.resolve, ended };
}

/** Starts the command in a process. Resolves once it listens. */
async function startProcess(appId: number): Promise<Program> {
  const program = new Program([MAIN, 'webhook', 'listen', String(appId)], { env });
  await program.until(/Secret: whsec_/);
  return program;
}

test('tillgate webhook listen needs a server, and creates no data folder', async () => {
  const elsewhere = { ...env, TILLGATE_DATA_DIR: join(line.folder, 'elsewhere') };
  await expect(start(9001, undefined, elsewhere).ended).rejects.toThrow(/^Start the server first/);
  expect(existsSync(elsewhere.TILLGATE_DATA_DIR)).toBe(false);
});

test('tillgate webhook listen prints and forwards what it has verified, and removes its endpoint', async () => {
  const { partner, ...caller } = await service.connect();
  const target = await Endpoint.open(answering(202));
  const { said, stop, ended } = start(partner.appId, target.url());
  await vi.waitFor(() => expect(said.text).toContain('Secret: whsec_'), 20_000);
  const [, url = ''] = /Listening on (\S+)/.exec(said.text) ?? [];
  expect(
    (await fetch(url, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })).status,
  ).toBe(401);
  const id = await service.newStore(caller.merchant);
  await service.arrange(caller.merchant, async (tx) =>
    tx.changed({ resource: 'stores', id, kind: 'created', version: 1 }),
  );
  await vi.waitFor(() => expect(said.text).toContain(`stores ${id} created`), 20_000);
  expect(said.text).toMatch(
    /Rejected a request: A webhook header is missing.\nmsg_\w+ merchant \d+: 1 change\n.* · forwarded: 202\n/,
  );
  expect(target.received[0]?.request.headers).toHaveProperty('webhook-signature');
  expect(await listed(partner.appId)).toMatchObject({ data: [{ env: 'SANDBOX' }] });
  stop();
  await ended;
  expect(await listed(partner.appId)).toMatchObject({ data: [] });
});

test('tillgate webhook listen removes the endpoint of a run that was killed, and of none that still listens', async () => {
  const { partner } = await service.connect();
  const endpoints = async () => (await listed(partner.appId)).data.map((row: { endpointId: number }) => row.endpointId);
  const killed = await startProcess(partner.appId);
  const [first] = await endpoints();
  await killed.end('SIGKILL');
  expect(await endpoints()).toEqual([first]);
  const second = await startProcess(partner.appId);
  const [left] = await endpoints();
  expect(left).not.toBe(first);
  const third = await startProcess(partner.appId);
  expect(await endpoints()).toHaveLength(2);
  await third.end('SIGINT');
  expect(await endpoints()).toEqual([left]);
  await second.end('SIGTERM');
  expect(await endpoints()).toEqual([]);
});
