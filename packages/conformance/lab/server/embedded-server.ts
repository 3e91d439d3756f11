import { pino } from 'pino';
import { startEmbedded } from './embedded-target.ts';

/** The process of `embedded-process.ts`, which logs errors to the file that it names. It ends when its parent does. */

const log = pino({ level: 'error' }, pino.destination({ dest: process.argv[2], sync: true }));
const { target, stop } = await startEmbedded({ log });
process.once('disconnect', () => void stop().then(() => process.exit()));
process.send?.(target);
