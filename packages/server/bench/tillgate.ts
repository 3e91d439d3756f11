// Tillgate as deployed, with limits that a load test does not reach. Arguments are the database's URL and settings, as NAME=value.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readConfig } from '../src/config.ts';
import { openDatabases } from '../src/runtime.ts';
import { startServer } from '../src/server.ts';
import { BENCH_KEY } from './scene.ts';

const [url, ...settings] = process.argv.slice(2);
const config = readConfig({
  DATABASE_URL: url,
  TILLGATE_KEY: BENCH_KEY,
  TILLGATE_API_PORT: '0',
  TILLGATE_WEB_PORT: '0',
  TILLGATE_OPS_PORT: '0',
  TILLGATE_RATE_LIMIT: '1000000000',
  TILLGATE_MINT_LIMIT: '1000000000',
  TILLGATE_MAX_WAITING: '5000',
  ...Object.fromEntries(settings.map((setting) => setting.split(/=(.*)/s).slice(0, 2))),
});
const server = await startServer(config, await openDatabases(config));
process.send?.({ port: server.ports.region || server.ports.api });
process.on('disconnect', () => process.exit());
process.on('message', (asked) => {
  if (asked === 'longest turn') process.send?.({ longest: longestTurn() });
  else process.send?.(asked === 'memory' ? { memory: memory() } : { cpu: process.cpuUsage() });
});

let longest: number | undefined;

/** Milliseconds of processor time of the longest turn of the event loop since the last call. The first begins to measure. */
function longestTurn(): number {
  const found = longest ?? 0;
  if (longest === undefined) setImmediate(turn, process.threadCpuUsage());
  longest = 0;
  return found;
}

function turn(before: NodeJS.CpuUsage): void {
  const { user, system } = process.threadCpuUsage(before);
  longest = Math.max(longest ?? 0, (user + system) / 1000);
  setImmediate(turn, process.threadCpuUsage());
}

/** Bytes of the process, and of its heap and buffers, after a garbage collection. */
function memory(): readonly number[] {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { rss, heapUsed, external } = process.memoryUsage();
  return [rss, heapUsed + external];
}
