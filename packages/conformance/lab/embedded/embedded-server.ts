import { startEmbedded } from './embedded-target.ts';

/** The process of `embedded-process.ts`. It ends when its parent does. */

const { target, stop } = await startEmbedded();
process.once('disconnect', () => void stop().then(() => process.exit()));
process.send?.(target);
