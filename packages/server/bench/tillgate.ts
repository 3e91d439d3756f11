// Tillgate as deployed, with limits that a load test does not reach.
import { readConfig } from '../src/config.ts';
import { openDatabases } from '../src/open-databases.ts';
import { startServer } from '../src/server.ts';
import { BENCH_KEY } from './scene.ts';

const [url] = process.argv.slice(2);
const config = readConfig({
  DATABASE_URL: url,
  TILLGATE_KEY: BENCH_KEY,
  TILLGATE_API_PORT: '0',
  TILLGATE_WEB_PORT: '0',
  TILLGATE_OPS_PORT: '0',
  TILLGATE_RATE_LIMIT: '1000000000',
  TILLGATE_MINT_LIMIT: '1000000000',
});
const server = await startServer(config, await openDatabases(config));
process.send?.({ port: Number(new URL(server.apiUrl).port) });
process.on('disconnect', () => process.exit());
process.on('message', () => process.send?.({ cpu: process.cpuUsage() }));
