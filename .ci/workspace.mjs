import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isInstalled } from './installed.mjs';
import { pnpm } from './pnpm.mjs';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The Node.js that the workspace installs, on supported platforms. */
const PINNED_NODE = `${ROOT}node_modules/.bin/node`;

/** Installs missing packages; returns pnpm's exit code. */
export async function install() {
  // pnpm installs before it runs anything, even an empty program.
  return isInstalled(ROOT) ? 0 : pnpm(['exec', 'node', '-e', '']);
}

/** The Node.js that runs and builds the server, once the workspace is installed. */
export const nodeOf = () => (existsSync(PINNED_NODE) ? PINNED_NODE : process.execPath);

/** True if it runs TypeScript without compiling. */
export const runsTypeScript = (node) => node === PINNED_NODE || Boolean(process.features.typescript);
