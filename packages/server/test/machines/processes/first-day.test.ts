import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { freshPostgresUrl } from '../../support/databases.ts';
import { INHERITED } from '../../support/inherited.ts';
import { Visitor } from '../../support/web-visitor.ts';

const OPERATIONS = await readFile(new URL('../../../../../docs/operations.md', import.meta.url), 'utf8');
const [, FIRST_DAY = ''] = /\n## The first day\n([\s\S]*?)\n## /.exec(OPERATIONS) ?? [];

/** Code blocks of this language in the section, without their list's indentation. */
const blocks = (language: string): string[] =>
  [...FIRST_DAY.matchAll(new RegExp(`^ *\`\`\`${language}\n([^\`]+)\`\`\``, 'gm'))].map(([, text = '']) =>
    text.replaceAll(/^ {3}/gm, ''),
  );

const PROGRAM = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));

/** Replacements for programs that a machine may lack. */
const STAND_INS = `
tillgate() { '${process.execPath}' '${PROGRAM}' "$@"; }
openssl() { head -c 32 /dev/urandom | base64; }
createdb() { :; }
`;

/** With the embedded database, each command starts its own PostgreSQL. */
const PATIENCE = { timeout: 300_000 };

test('the commands of The first day lead to a served merchant with a catalogue and an owner', PATIENCE, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tillgate-first-day-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const database = process.env.TEST_DATABASE_URL ? await freshPostgresUrl() : undefined;
  onTestFinished(() => database?.drop());
  const script = blocks('sh')
    .join('')
    .replace(/^export DATABASE_URL=.*$/m, database ? `export DATABASE_URL=${database.url}` : '')
    .replace(/^tillgate serve$/m, `exec '${process.execPath}' '${PROGRAM}' serve`);
  const child = spawn('bash', ['-eo', 'pipefail', '-c', STAND_INS + script], {
    cwd: folder,
    env: {
      ...INHERITED,
      TILLGATE_API_PORT: '0',
      TILLGATE_WEB_PORT: '0',
      TILLGATE_OPS_PORT: '0',
      ...(!database && { TILLGATE_DATA_DIR: join(folder, 'data') }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = await untilServing(child);
  try {
    const imports = said.split('\n').filter((line) => line.startsWith('Lines imported'));
    expect(imports).toEqual(blocks('text').map((text) => text.trim()));
    const [, email = '', password = ''] =
      /User \d+, (owner@\S+), is now an owner[\s\S]*?password +(\S+)/.exec(said) ?? [];
    const [, webUrl = ''] = /Web host +(\S+)/.exec(said) ?? [];
    const visitor = new Visitor({ webUrl });
    await visitor.signIn({ email, password });
    expect((await visitor.open('/')).html).toContain('Harbour Coffee');
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
});

async function untilServing(child: ChildProcess): Promise<string> {
  const ended = once(child, 'exit');
  let said = '';
  child.stdout?.on('data', (chunk) => {
    said += chunk;
  });
  while (!/Operations +\S+\n/.test(said)) {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${said}`);
    if (child.stdout) await Promise.race([once(child.stdout, 'data'), ended]);
  }
  return said;
}
