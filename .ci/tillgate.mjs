/**
 * `npm start`, `npm run tillgate -- <command>`: installs missing packages, then runs the program as a direct child.
 * `pnpm run` would put three shells above the server, which exit at SIGTERM and leave it running.
 */
import './node-version.mjs';
import { spawn, spawnSync } from 'node:child_process';
import { installServer, nodeOf, ROOT, runsTypeScript } from './workspace.mjs';

/** Delays V8's recompilation of the embedded PostgreSQL's hot functions, and keeps its young generation small. */
const FLAGS = ['--wasm-tiering-budget=50000000', '--max-semi-space-size=8'];

const SETTINGS = {
  // Set here, so that even the first module is cached: the program itself runs too late.
  NODE_COMPILE_CACHE: `${ROOT}packages/server/node_modules/.cache/node`,
  // glibc's default threshold for returning memory, which would otherwise grow with the compiler's allocations.
  MALLOC_TRIM_THRESHOLD_: '131072',
};

process.chdir(ROOT);
const code = await installServer();
if (code === 0) await run();
else process.exitCode = code;

/** The sources if Node.js runs TypeScript; otherwise, as on Node.js 20, the compiled program. */
function program(node) {
  if (runsTypeScript(node)) return 'packages/server/src/main.ts';
  const { status } = spawnSync(node, ['packages/server/build.mjs'], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  return 'packages/server/dist/lib/main.js';
}

/** Runs the program until it exits, and forwards each signal once: its own process group receives no other. */
async function run() {
  const node = nodeOf();
  const args = [...FLAGS, program(node), ...process.argv.slice(2)];
  const env = { ...SETTINGS, ...process.env };
  const child = spawn(node, args, { env, stdio: 'inherit', detached: process.platform !== 'win32' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  process.on('SIGHUP', () => child.kill('SIGTERM'));
  // The shell between npm and this process forwards no signals; its exit means that npm was stopped.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 500);
  process.exitCode = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (status) => resolve(status ?? 1));
  });
  clearInterval(watch);
}
