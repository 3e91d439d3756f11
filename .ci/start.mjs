/**
 * `npm start`: installs what is missing, then runs the server as a child of its own. Under `pnpm run` there are three
 * shells above a server, which end at a SIGTERM and leave it running.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isInstalled } from './installed.mjs';
import { pnpm } from './pnpm.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** The Node.js that the workspace installs, where it does. */
const PINNED_NODE = `${ROOT}node_modules/.bin/node`;

/** V8 compiles hot functions of the embedded PostgreSQL again a little later than by default, and its young generation stays small. */
const FLAGS = ['--wasm-tiering-budget=50000000', '--max-semi-space-size=8'];

const SETTINGS = {
  // Here, so that the first module comes from it too: the program itself is too late for that.
  NODE_COMPILE_CACHE: `${ROOT}packages/server/node_modules/.cache/node`,
  // glibc returns free memory from its default threshold on, which would rise with what the compiler frees.
  MALLOC_TRIM_THRESHOLD_: '131072',
};

process.chdir(ROOT);
// An empty program: what counts is that pnpm installs before it runs anything.
const code = isInstalled(ROOT) ? 0 : await pnpm(['exec', 'node', '-e', '']);
if (code === 0) await serve();
else process.exitCode = code;

/** The program's sources where Node.js runs TypeScript; else, as on Node.js 20, what they are compiled to. */
function program(node) {
  if (node === PINNED_NODE || process.features.typescript) return 'packages/server/src/main.ts';
  const { status } = spawnSync(node, ['packages/server/build.mjs'], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  return 'packages/server/dist/lib/main.js';
}

/** Runs the server until it ends, and passes on each signal once: in a process group of its own it gets no other. */
async function serve() {
  const node = existsSync(PINNED_NODE) ? PINNED_NODE : process.execPath;
  const args = [...FLAGS, program(node), 'serve', ...process.argv.slice(2)];
  const env = { ...SETTINGS, ...process.env };
  const server = spawn(node, args, { env, stdio: 'inherit', detached: process.platform !== 'win32' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
  process.on('SIGHUP', () => server.kill('SIGTERM'));
  // The shell between npm and this process passes nothing on: whoever ends npm ends the shell.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    server.kill('SIGTERM');
  }, 500);
  process.exitCode = await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', (status) => resolve(status ?? 1));
  });
  clearInterval(watch);
}
