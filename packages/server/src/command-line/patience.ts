import type { Config } from '../config.ts';
import type { Patience } from '../database/database.ts';

/** Waits, within the configured time, for a database that is starting, and prints its name. */
export const patienceOf = ({ startTimeout }: Config): Patience => ({
  seconds: startTimeout,
  onWait: (line) => process.stderr.write(`${line}\n`),
});
