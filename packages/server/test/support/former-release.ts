import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const MIGRATIONS = 'packages/server/src/storage/migrations';

/** Output of git; undefined without a repository or enough history. */
function git(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.trim() || undefined : undefined;
}

/**
 * Newest release that lacks a migration of this version or, while there is none, the commit before
 * the newest migrations.
 */
export function formerCommit(): string | undefined {
  const added = ['control', 'region'].flatMap((kind) => {
    const [time, commit] =
      git('log', '-1', '--no-renames', '--diff-filter=A', '--format=%ct %H', '--', `${MIGRATIONS}/${kind}`)?.split(
        ' ',
      ) ?? [];
    return commit ? [{ time: Number(time), commit }] : [];
  });
  const [oldest, newest] = added.sort((a, b) => a.time - b.time);
  if (!oldest || !newest) return undefined;
  const tag = git('describe', '--tags', '--abbrev=0', '--match', 'v*', `${newest.commit}^`);
  return tag ?? git('rev-parse', '--verify', '--quiet', `${oldest.commit}^`);
}

/** Checks out a commit's server to run with the installed packages. Returns the path of its main module. */
export function checkOut(commit: string): { main: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-former-'));
  const parts = ['packages/server/src', 'packages/server/package.json', 'openapi', 'docs/guides', 'package.json'];
  const archive = execFileSync('git', ['archive', commit, ...parts], { cwd: ROOT, maxBuffer: 2 ** 28 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
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
