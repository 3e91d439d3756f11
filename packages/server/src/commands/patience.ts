import type { Config } from '../config.ts';
import type { Patience } from '../storage/database.ts';

/** Waits as long as the settings say for a database that is starting, and says for which. */
export const patienceOf = ({ startTimeout }: Config): Patience => ({
  seconds: startTimeout,
  onWait: (line) => process.stderr.write(`${line}\n`),
});
