import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missingPrograms } from './deployment.ts';
import { drill, tableOf } from './drill.ts';
import { FAULTS } from './faults.ts';
import { FAKETIME } from './patroni.ts';
import { Programs } from './processes.ts';

/** Words in the titles of the faults to run, or `all`. By default, every fault except the slow ones. */
const words = process.argv.slice(2);
const faults = FAULTS.filter(({ title, slow }) =>
  words.length === 0 ? !slow : words.some((word) => word === 'all' || title.includes(word)),
);

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

const missing = missingPrograms();
if (!FAKETIME && faults.some(({ movesClock }) => movesClock)) missing.push('libfaketime');
if (missing.length > 0) {
  say(
    `The drill needs ${missing.join(', ')}. On Debian: apt-get install --no-install-recommends patroni etcd-server postgresql haproxy redis-server; on Debian 12, Patroni comes from Debian 13 (deploy/ha/apt).`,
  );
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'tillgate-drill-'));
// PostgreSQL runs as another user, who needs access because its folder is inside.
chmodSync(folder, 0o755);
const programs = new Programs(folder);
say(`Logs are in ${folder}.`);

let stopping: Promise<void> | undefined;
const stop = (): Promise<void> => {
  stopping ??= programs.end();
  return stopping;
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void stop().then(() => process.exit(130)));
// The parent test has exited.
process.on('disconnect', () => void stop().then(() => process.exit(130)));

try {
  const result = await drill(programs, faults, say);
  for (const line of tableOf(result)) say(line);
  for (const { title, problems } of result.checks) {
    say(`${problems.length === 0 ? 'holds' : 'BROKEN'}: ${title}`);
    for (const problem of problems.slice(0, 10)) say(`  ${problem}`);
  }
  process.send?.(result);
  if (result.checks.some(({ problems }) => problems.length > 0)) process.exitCode = 1;
} catch (error) {
  say((error as Error).stack ?? String(error));
  process.exitCode = 1;
} finally {
  await stop();
  if (process.connected) process.disconnect();
}
process.exit();
