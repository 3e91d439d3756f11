import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The release whose data and processes this version takes over, for clones without its tag. Its commit is the last one that
 * edited the baseline: databases of an earlier one have another checksum, and are rejected.
 */
export const FORMER = { version: '0.1.0', commit: '616169fb25894a9b2299c825be1ef3453c8bc78a' };

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

export const git = (...args: string[]): Buffer =>
  execFileSync('git', args, { cwd: ROOT, maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'inherit'] });

/** Resolves a name to its commit; undefined if the clone lacks it, as a shallow one does. */
export function commitOf(name: string): string | undefined {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--verify', '--quiet', `${name}^{commit}`], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim() : undefined;
}

/** Checks out a commit's server to run with the installed packages. Returns the path of its main module. */
export function checkOut(commit: string): { main: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-former-'));
  const parts = ['packages/server/src', 'packages/server/package.json', 'openapi', 'docs/guides', 'package.json'];
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', commit, ...parts) });
  link(join(ROOT, 'packages/server/node_modules'), join(folder, 'packages/server/node_modules'));
  mkdirSync(join(folder, 'packages/server/node_modules/@tillgate'));
  symlinkSync(join(folder, 'openapi'), join(folder, 'packages/server/node_modules/@tillgate/openapi'));
  return {
    main: join(folder, 'packages/server/src/main.ts'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Links the installed packages, except the ones of this repository, which have the current version. */
function link(from: string, to: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    if (name.startsWith('.') || name === '@tillgate') continue;
    if (name.startsWith('@')) link(join(from, name), join(to, name));
    else symlinkSync(join(from, name), join(to, name));
  }
}
