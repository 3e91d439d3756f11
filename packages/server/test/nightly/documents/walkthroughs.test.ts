import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { seedIfEmpty } from '../../../src/command-line/seed.ts';
import { readConfig } from '../../../src/config.ts';
import { freshDatabases, freshPostgresUrl } from '../../support/databases.ts';
import { ANY_PORTS, killPrograms, MAIN, Program } from '../../support/program.ts';
import { startService } from '../../support/service.ts';
import { Visitor } from '../../support/web-visitor.ts';

const read = (path: string) => readFile(new URL(`../../../../../${path}`, import.meta.url), 'utf8');

/** Text of a section up to the next heading of its level. */
const sectionOf = (text: string, title: string): string => text.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';

/** Code blocks of a language, without the indentation of a list. */
const blocksOf = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^ *\`\`\`${language}\n([^\`]+)\`\`\``, 'gm'))].map(([, block = '']) =>
    block.replaceAll(/^ {3}/gm, ''),
  );

/** Replacements for programs that a machine may lack, with the options that the documents use. */
const STAND_INS = `
tillgate() { '${process.execPath}' '${MAIN}' "$@"; }
openssl() { head -c 32 /dev/urandom | base64; }
createdb() { :; }
curl() { node -e '
  const [url, ...rest] = process.argv.slice(1).filter((a) => a !== "-s");
  const headers = {}; let body;
  while (rest.length) { const o = rest.shift(), v = rest.shift();
    if (o === "-H") headers[v.split(": ")[0]] = v.split(": ")[1];
    if (o === "-d") body = v.startsWith("@") ? require("fs").readFileSync(v.slice(1)) : v; }
  fetch(url, { headers, body, method: body ? "POST" : "GET" }).then((r) => r.text()).then((t) => process.stdout.write(t));
' -- "$@"; }
`;

afterEach(killPrograms);

describe('In a demo of the same day', async () => {
  const [firstCall = '', answer = ''] = blocksOf(sectionOf(await read('README.md'), 'A first call'), '(?:sh|json)');
  const [quickStart = ''] = blocksOf(await read('docs/guides/quick-start.md'), 'sh');

  /** Day of the demo in the README. Demos of other days have other dates. */
  const day = Date.parse('2026-07-01T00:00:00Z');
  const folder = await mkdtemp(join(tmpdir(), 'tillgate-readme-'));
  const databases = await freshDatabases();
  await seedIfEmpty(databases, readConfig({ TILLGATE_DATA_DIR: join(folder, '.data') }), () => day);
  const service = await startService({ databases });
  afterAll(async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test.each([
    ['README shows the exact response to its first call', firstCall, answer.trim()],
    ['quick start guide finds what it says', quickStart, answer.trim().replace('"limit":10', '"limit":1')],
  ])('the %s', async (_, commands, response) => {
    const script = STAND_INS + commands.replaceAll('http://localhost:3000/v1', service.apiUrl);
    const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: folder });
    expect(stdout).toBe(response);
  });
});

test('The commands of The first day lead to a served merchant with a catalogue and an owner', async () => {
  const firstDay = sectionOf(await read('docs/operations.md'), 'The first day');
  const folder = await mkdtemp(join(tmpdir(), 'tillgate-first-day-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const database = process.env.TEST_DATABASE_URL ? await freshPostgresUrl() : undefined;
  onTestFinished(() => database?.drop());
  const script = blocksOf(firstDay, 'sh')
    .join('')
    .replace(/^export DATABASE_URL=.*$/m, database ? `export DATABASE_URL=${database.url}` : '')
    .replace(/^tillgate serve$/m, `exec '${process.execPath}' '${MAIN}' serve`);
  const shell = new Program(['-eo', 'pipefail', '-c', STAND_INS + script], {
    ...{ command: 'bash', cwd: folder },
    env: { ...ANY_PORTS, ...(!database && { TILLGATE_DATA_DIR: join(folder, 'data') }) },
  });
  await shell.until(/Operations +\S+\n/);
  const imports = shell.out.split('\n').filter((line) => line.startsWith('Lines imported'));
  expect(imports).toEqual(blocksOf(firstDay, 'text').map((text) => text.trim()));
  const owner = /User \d+, (owner@\S+), is now an owner[\s\S]*?password +(\S+)/;
  const [, email = '', password = ''] = owner.exec(shell.out) ?? [];
  const [, webUrl = ''] = /Web host +(\S+)/.exec(shell.out) ?? [];
  const visitor = new Visitor({ webUrl });
  await visitor.signIn({ email, password });
  expect((await visitor.open('/')).html).toContain('Harbour Coffee');
  await shell.end('SIGTERM');
});
