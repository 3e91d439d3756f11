import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { seedIfEmpty } from '../../../src/commands/seed.ts';
import { readConfig } from '../../../src/config.ts';
import { freshDatabases } from '../../support/databases.ts';
import { startService } from '../../support/service.ts';

const README = await readFile(new URL('../../../../../README.md', import.meta.url), 'utf8');
const [firstCall = '', answer = ''] = README.split('## A first call')[1]?.match(/(?<=```(?:sh|json)\n)[^`]+/g) ?? [];

/** Day of the demo in the README. Demos of other days have other dates. */
const DAY = Date.parse('2026-07-01T00:00:00Z');

const folder = await mkdtemp(join(tmpdir(), 'tillgate-readme-'));
const databases = await freshDatabases();
await seedIfEmpty(databases, readConfig({ TILLGATE_DATA_DIR: join(folder, '.data') }), () => DAY);
const service = await startService({ databases });
afterAll(async () => {
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Replaces curl, which a machine may lack, with the options used in the README. */
const CURL = `curl() { node -e '
  const [url, ...rest] = process.argv.slice(1).filter((a) => a !== "-s");
  const headers = {}; let body;
  while (rest.length) { const o = rest.shift(), v = rest.shift();
    if (o === "-H") headers[v.split(": ")[0]] = v.split(": ")[1];
    if (o === "-d") body = v.startsWith("@") ? require("fs").readFileSync(v.slice(1)) : v; }
  fetch(url, { headers, body, method: body ? "POST" : "GET" }).then((r) => r.text()).then((t) => process.stdout.write(t));
' -- "$@"; }`;

test('the README shows the exact response to its first call, in a demo of the same day', async () => {
  const script = `${CURL}\n${firstCall.replaceAll('http://localhost:3000/v1', service.apiUrl)}`;
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: folder });
  expect(stdout).toBe(answer.trim());
});

test('the commands of the quick start guide find what it says', async () => {
  const guide = await readFile(new URL('../../../../../docs/guides/quick-start.md', import.meta.url), 'utf8');
  const [, commands = ''] = /```sh\n([^`]+)```/.exec(guide) ?? [];
  const script = `${CURL}\n${commands.replaceAll('http://localhost:3000/v1', service.apiUrl)}`;
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: folder });
  expect(stdout).toBe(answer.trim().replace('"limit":10', '"limit":1'));
});

test('the README names files that exist', async () => {
  const links = [...README.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path]) => path as string);
  expect(links.length).toBeGreaterThan(4);
  for (const link of links)
    await expect(readFile(new URL(`../../../../../${link}`, import.meta.url)).catch((e) => e.code)).resolves.not.toBe(
      'ENOENT',
    );
});
