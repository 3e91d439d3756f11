import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Peer } from './peer.ts';

/** Kept between runs. It is outside the workspace, so that peers do not appear in the product's lockfile. */
const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'tillgate-bench');

/** Installs a peer's packages with npm into a separate folder, unless they are already there. Returns the folder. */
export async function install({ name, packages, overrides }: Peer): Promise<string> {
  const folder = join(CACHE, name.toLowerCase());
  const manifest = JSON.stringify({
    name: `bench-${name.toLowerCase()}`,
    private: true,
    dependencies: packages,
    overrides,
  });
  const installed = join(folder, 'node_modules', '.installed');
  await mkdir(folder, { recursive: true });
  if (Object.keys(packages).length === 0 || (await readFile(installed, 'utf8').catch(() => '')) === manifest)
    return folder;
  console.log(`installing ${name} into ${folder}`);
  await writeFile(join(folder, 'package.json'), manifest);
  // Install scripts fetch and compile parts that measured requests do not use.
  await run(folder, 'npm', ['install', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'], {});
  await writeFile(installed, manifest);
  return folder;
}

/** Runs a peer's command until it exits, with this process's Node first in the path. */
export async function run(
  folder: string,
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const path = `${dirname(process.execPath)}:${process.env.PATH}`;
  const options = { cwd: folder, env: { ...process.env, PATH: path, ...env }, maxBuffer: 1 << 26 };
  await promisify(execFile)(command, args, options).catch(({ stdout, stderr, message }) => {
    throw new Error(`${message}\n${String(stdout).slice(-2000)}\n${String(stderr).slice(-2000)}`);
  });
}
