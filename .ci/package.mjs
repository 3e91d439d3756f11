/**
 * `npm run package`: compiles the server and packs it into `tillgate-server-<version>.tgz`. Other arguments are passed
 * to `npm pack`.
 */
import './node-version.mjs';
import { spawnSync } from 'node:child_process';
import { install, nodeOf, ROOT } from './workspace.mjs';

process.chdir(ROOT);
process.exitCode = (await install()) || run(nodeOf(), ['packages/server/build.mjs']) || pack();

function pack() {
  // On Windows npm is a batch file, which needs a shell.
  return run('npm', ['pack', './packages/server/dist', ...process.argv.slice(2)], process.platform === 'win32');
}

function run(program, args, shell = false) {
  return spawnSync(program, args, { stdio: 'inherit', shell }).status ?? 1;
}
