/**
 * `npm start`, `npm run tillgate -- <command>`: installs what is missing, then runs the program as a child of its own. Under
 * `pnpm run` there are three shells above a server, which end at a SIGTERM and leave it running.
 */
import './node-version.mjs';
import { spawn, spawnSync } from 'node:child_process';
import { install, nodeOf, ROOT, runsTypeScript } from './workspace.mjs';

/** V8 compiles hot functions of the embedded PostgreSQL again a little later than by default, and its young generation stays small. */
const FLAGS = ['--wasm-tiering-budget=50000000', '--max-semi-space-size=8'];

const SETTINGS = {
  // Here, so that the first module comes from it too: the program itself is too late for that.
  NODE_COMPILE_CACHE: `${ROOT}packages/server/node_modules/.cache/node`,
  // glibc returns free memory from its default threshold on, which would rise with what the compiler frees.
  MALLOC_TRIM_THRESHOLD_: '131072',
};

process.chdir(ROOT);
const code = await install();
if (code === 0) await run();
else process.exitCode = code;

/** The program's sources where Node.js runs TypeScript; else, as on Node.js 20, what they are compiled to. */
function program(node) {
  if (runsTypeScript(node)) return 'packages/server/src/main.ts';
  const { status } = spawnSync(node, ['packages/server/build.mjs'], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  return 'packages/server/dist/lib/main.js';
}

/** Runs the program until it ends, and passes on each signal once: in a process group of its own it gets no other. */
async function run() {
  const node = nodeOf();
  const args = [...FLAGS, program(node), ...process.argv.slice(2)];
  const env = { ...SETTINGS, ...process.env };
  const child = spawn(node, args, { env, stdio: 'inherit', detached: process.platform !== 'win32' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  process.on('SIGHUP', () => child.kill('SIGTERM'));
  // The shell between npm and this process passes nothing on: whoever ends npm ends the shell.
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
