import type { Config } from '../config.ts';
import type { Patience } from '../storage/database.ts';

/** Waits for a database that is starting for as long as the settings allow, and prints which one. */
export const patienceOf = ({ startTimeout }: Config): Patience => ({
  seconds: startTimeout,
  onWait: (line) => process.stderr.write(`${line}\n`),
});
