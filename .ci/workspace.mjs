import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isInstalled } from './installed.mjs';
import { pnpm } from './pnpm.mjs';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The Node.js that the workspace installs, where it does. */
const PINNED_NODE = `${ROOT}node_modules/.bin/node`;

/** Installs what is missing; returns pnpm's exit code. */
export async function install() {
  // An empty program: pnpm installs before it runs anything.
  return isInstalled(ROOT) ? 0 : pnpm(['exec', 'node', '-e', '']);
}

/** The Node.js that runs and builds the server, once the workspace is installed. */
export const nodeOf = () => (existsSync(PINNED_NODE) ? PINNED_NODE : process.execPath);

/** True if it runs TypeScript as it is. */
export const runsTypeScript = (node) => node === PINNED_NODE || Boolean(process.features.typescript);
