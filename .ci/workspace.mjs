import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isInstalled } from './installed.mjs';
import { pnpm, pnpmInOneLine } from './pnpm.mjs';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The Node.js that the workspace installs, on supported platforms. */
const PINNED_NODE = `${ROOT}node_modules/.bin/node`;

/** Installs the whole workspace; returns pnpm's exit code. */
export async function install() {
  return isInstalled(ROOT, { whole: true }) ? 0 : pnpm(['install', '--frozen-lockfile']);
}

/**
 * Installs what the server needs and nothing else: its packages and, on Linux, the pinned Node.js, which is all that pnpm
 * finds in the root. A workspace with the tools of development keeps them.
 */
export async function installServer() {
  if (isInstalled(ROOT)) return 0;
  // Without a Node.js that runs TypeScript, the server is compiled.
  const compiles = process.platform !== 'linux' && !process.features.typescript;
  if (compiles || existsSync(`${ROOT}node_modules/.bin/turbo`)) return install();
  const args = ['install', '--frozen-lockfile', '--prod', '--filter=@tillgate/server'];
  return pnpmInOneLine('Installing packages', args);
}

/** The Node.js that runs and builds the server, once the workspace is installed. */
export const nodeOf = () => (existsSync(PINNED_NODE) ? PINNED_NODE : process.execPath);

/** True if it runs TypeScript without compiling. */
export const runsTypeScript = (node) => node === PINNED_NODE || Boolean(process.features.typescript);
