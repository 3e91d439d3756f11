/** `npm test`: installs missing packages, then checks everything. */
import './node-version.mjs';
import { pnpm } from './pnpm.mjs';
import { install } from './workspace.mjs';

// Ctrl-C reaches the whole process group; this process waits for the others to exit.
process.on('SIGINT', () => {});
process.exitCode = (await install()) || (await pnpm(['run', 'check']));
