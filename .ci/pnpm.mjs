import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

const { packageManager } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

const ENV = { ...process.env, npm_config_update_notifier: 'false' };

/** Runs the version of pnpm that package.json names, and returns its exit code. */
export const pnpm = async (args) => codeOf(npx([...(await source()), ...args], 'inherit'));

/** Runs pnpm with one line of progress, and shows its output only if it fails. */
export async function pnpmInOneLine(title, args) {
  const show = (text) => process.stderr.write(process.stderr.isTTY ? `\r${text}` : '');
  if (!process.stderr.isTTY) process.stderr.write(`${title} …\n`);
  show(`${title} …`);
  const child = npx([...(await source()), ...args, '--reporter=append-only'], ['ignore', 'pipe', 'pipe']);
  let output = '';
  const take = (chunk) => {
    output += chunk;
    const [, resolved, added] = [...output.matchAll(/resolved (\d+),.* added (\d+)/g)].at(-1) ?? [];
    if (resolved) show(`${title}: ${added} of ${resolved} `);
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const code = await codeOf(child);
  show(`${' '.repeat(title.length + 16)}\r`);
  if (code !== 0) process.stderr.write(output);
  return code;
}

/** Tries the cache first: npx asks the registry even for cached packages, and retries for over a minute without a network. */
async function source() {
  const isCached = (await codeOf(npx(['--offline', packageManager, '--version'], 'ignore'))) === 0;
  return isCached ? ['--offline', packageManager] : [packageManager];
}

function npx(args, stdio) {
  // On Windows npx is a batch file, which needs a shell; the shell passes a quoted empty argument.
  return process.platform === 'win32'
    ? spawn(['npx', '-y', ...args.map((arg) => arg || '""')].join(' '), { stdio, env: ENV, shell: true })
    : spawn('npx', ['-y', ...args], { stdio, env: ENV });
}

/** Exit code of a process, which a SIGTERM to this one stops. */
function codeOf(child) {
  const stop = () => child.kill();
  process.once('SIGTERM', stop);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    // All of its output has arrived.
    child.once('close', (code) => {
      process.off('SIGTERM', stop);
      resolve(code ?? 1);
    });
  });
}
