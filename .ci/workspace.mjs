import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isInstalled } from './installed.mjs';
import { pnpm, pnpmInOneLine } from './pnpm.mjs';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The Node.js that the workspace installs, on supported platforms. */
const PINNED_NODE = `${ROOT}node_modules/.bin/node`;

const SERVER = '--filter=@tillgate/server';

/** The root has only the pinned Node.js among what is needed outside of development. */
const PINNED = '--filter=tillgate';

/** Installs the whole workspace; returns pnpm's exit code. */
export async function install() {
  return isInstalled(ROOT, { whole: true }) ? 0 : pnpm(['install', '--frozen-lockfile']);
}

/**
 * Installs what the server needs and nothing else: its packages and, if this Node.js does not run TypeScript, one that does.
 * A workspace with the tools of development keeps them.
 */
export async function installServer() {
  if (isInstalled(ROOT)) return 0;
  const runs = Boolean(process.features.typescript);
  // Without a Node.js that runs TypeScript, the server is compiled.
  if (existsSync(`${ROOT}node_modules/.bin/turbo`) || (!runs && process.platform !== 'linux')) return install();
  const parts = runs ? [SERVER] : [SERVER, PINNED];
  return pnpmInOneLine('Installing packages', ['install', '--frozen-lockfile', '--prod', ...parts]);
}

/** The Node.js that runs and builds the server, once the workspace is installed. */
export const nodeOf = () => (existsSync(PINNED_NODE) ? PINNED_NODE : process.execPath);

/** True if it runs TypeScript without compiling. */
export const runsTypeScript = (node) => node === PINNED_NODE || Boolean(process.features.typescript);
