import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

const { packageManager } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

const ENV = { ...process.env, npm_config_update_notifier: 'false' };

/**
 * Runs the version of pnpm that package.json names, and returns its exit code. Tries the cache first: npx asks the
 * registry even for cached packages, and retries for over a minute without a network.
 */
export async function pnpm(args) {
  const isCached = (await npx(['--offline', packageManager, '--version'], 'ignore')) === 0;
  return npx([...(isCached ? ['--offline'] : []), packageManager, ...args], 'inherit');
}

function npx(args, stdio) {
  // On Windows npx is a batch file, which needs a shell; the shell passes a quoted empty argument.
  const child =
    process.platform === 'win32'
      ? spawn(['npx', '-y', ...args.map((arg) => arg || '""')].join(' '), { stdio, env: ENV, shell: true })
      : spawn('npx', ['-y', ...args], { stdio, env: ENV });
  const stop = () => child.kill();
  process.once('SIGTERM', stop);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      process.off('SIGTERM', stop);
      resolve(code ?? 1);
    });
  });
}
