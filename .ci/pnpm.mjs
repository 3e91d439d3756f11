/**
 * Runs the pnpm that package.json names: `node .ci/pnpm.mjs run serve`. npx asks the registry even for a package
 * that it has in its cache, and without a network retries for over a minute; so the cache is tried first.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

const { packageManager } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

const ENV = { ...process.env, npm_config_update_notifier: 'false' };

/** Runs npx to its end; gives its exit code. */
function npx(args, stdio) {
  // On Windows npx is a batch file, which only a shell can run.
  const child =
    process.platform === 'win32'
      ? spawn(['npx', '-y', ...args].join(' '), { stdio, env: ENV, shell: true })
      : spawn('npx', ['-y', ...args], { stdio, env: ENV });
  process.once('SIGTERM', () => child.kill());
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

// Ctrl-C reaches the whole process group; this process waits until the others have ended.
process.on('SIGINT', () => {});
const isCached = (await npx(['--offline', packageManager, '--version'], 'ignore')) === 0;
process.exitCode = await npx([...(isCached ? ['--offline'] : []), packageManager, ...process.argv.slice(2)], 'inherit');
