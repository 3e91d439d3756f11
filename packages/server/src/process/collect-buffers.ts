import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects the buffers of streams, which are garbage once they are sent. They are outside V8's heap, so they do not
 * fill its young generation, whose collection takes about a millisecond. Left alone, V8 traces its whole heap for
 * every 64 MB of them: seven times a second, for 30 ms each.
 */

/** Bytes of buffers between two collections. */
const COLLECT_EVERY = 16 * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { readonly type: 'minor' }) => void;
setFlagsFromString('--no-expose-gc');

let uncollected = 0;

export function noteBuffers(bytes: number): void {
  uncollected += bytes;
  if (uncollected < COLLECT_EVERY) return;
  uncollected = 0;
  collect({ type: 'minor' });
}
