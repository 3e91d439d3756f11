/** `npm test`: installs what is missing, then checks everything. */
import './node-version.mjs';
import { pnpm } from './pnpm.mjs';

// Ctrl-C reaches the whole process group; this process waits until the others have ended.
process.on('SIGINT', () => {});
process.exitCode = await pnpm(['run', 'check']);
