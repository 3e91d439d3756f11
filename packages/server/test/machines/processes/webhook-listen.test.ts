import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { listen } from '../../../src/commands/listen.ts';
import { readConfig } from '../../../src/config.ts';
import { CommandLine } from '../../support/command-line.ts';
import { answering, Endpoint } from '../../support/endpoint.ts';
import { INHERITED } from '../../support/inherited.ts';
import { TEST_KEY } from '../../support/secrets.ts';

const MAIN = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));

let line: CommandLine;
beforeAll(async () => {
  line = await CommandLine.open();
});
afterAll(() => line.remove());

/** Starts `tillgate webhook listen`. Returns what it has printed, and what stops it. */
function start(appId: number, forward?: string) {
  const stop = Promise.withResolvers<void>();
  const said = { text: '' };
  const write = (text: string) => {
    said.text += text;
  };
  const config = readConfig({ TILLGATE_DATA_DIR: line.folder, TILLGATE_KEY: TEST_KEY });
  const ended = listen(config, { appId, port: 0, forward, write, stopped: stop.promise });
  onTestFinished(() => stop.resolve());
  return { said, stop: stop.resolve, ended };
}

async function until(isSo: () => boolean): Promise<void> {
  const end = performance.now() + 20_000;
  while (!isSo() && performance.now() < end) await delay(20);
  expect(isSo()).toBe(true);
}

/** Starts the command in a process. Resolves once it listens. */
async function startProcess(appId: number): Promise<ChildProcess> {
  const env = { ...INHERITED, TILLGATE_DATA_DIR: line.folder, TILLGATE_KEY: TEST_KEY };
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const child = spawn(process.execPath, [MAIN, 'webhook', 'listen', String(appId)], { env, stdio: [...stdio] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  for await (const chunk of child.stdout as Readable) {
    said += chunk;
    if (said.includes('Secret: whsec_')) break;
  }
  return child;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

test('tillgate webhook listen needs a server', async () => {
  await expect(start(9001).ended).rejects.toThrow(/^Start the server first/);
});

test('tillgate webhook listen prints and forwards what it has verified, and removes its endpoint', async () => {
  const service = await line.serve(true);
  const { partner, ...caller } = await service.connect();
  const target = await Endpoint.open(answering(202));
  const { said, stop, ended } = start(partner.appId, target.url());
  await until(() => said.text.includes('Secret: whsec_'));
  const [, url = ''] = /Listening on (\S+)/.exec(said.text) ?? [];
  expect(
    (await fetch(url, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })).status,
  ).toBe(401);
  const id = await service.newStore(caller.merchant);
  await service.arrange(caller.merchant, async (tx) =>
    tx.changed({ resource: 'stores', id, kind: 'created', version: 1 }),
  );
  await until(() => said.text.includes(`stores ${id} created`));
  expect(said.text).toMatch(
    /Rejected a request: A webhook header is missing.\nmsg_\w+ merchant \d+: 1 change\n.* · forwarded: 202\n/,
  );
  expect(target.received[0]?.request.headers).toHaveProperty('webhook-signature');
  expect(await line.json('webhook', 'list', String(partner.appId))).toMatchObject({ data: [{ env: 'SANDBOX' }] });
  stop();
  await ended;
  expect(await line.json('webhook', 'list', String(partner.appId))).toMatchObject({ data: [] });
});

test('tillgate webhook listen removes the endpoint of a run that was killed, and of none that still listens', async () => {
  const service = line.service ?? (await line.serve(true));
  const { partner } = await service.connect();
  const endpoints = async () =>
    (await line.json('webhook', 'list', String(partner.appId))).data.map(
      (row: { endpointId: number }) => row.endpointId,
    );
  const killed = await startProcess(partner.appId);
  const [first] = await endpoints();
  await end(killed, 'SIGKILL');
  expect(await endpoints()).toEqual([first]);
  const second = await startProcess(partner.appId);
  const [left] = await endpoints();
  expect(left).not.toBe(first);
  const third = await startProcess(partner.appId);
  expect(await endpoints()).toHaveLength(2);
  await end(third, 'SIGINT');
  expect(await endpoints()).toEqual([left]);
  await end(second, 'SIGTERM');
  expect(await endpoints()).toEqual([]);
});
