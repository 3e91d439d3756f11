import { migrate, openMemory, readConfig, seedDemo, startServer } from '@tillgate/server';
import { pino } from 'pino';

export type Service = Awaited<ReturnType<typeof startService>>;

/** The real server with the demo's merchants, in this process. */
export async function startService({
  clock = Date.now,
  settings = {},
}: {
  clock?: () => number;
  settings?: object;
} = {}) {
  const databases = await openMemory();
  await migrate(databases);
  const demo = await seedDemo({ databases, clock });
  const ports = { TILLGATE_API_PORT: '0', TILLGATE_WEB_PORT: '0', TILLGATE_OPS_PORT: '0' };
  const plenty = { TILLGATE_RATE_LIMIT: '1000000', TILLGATE_MINT_LIMIT: '1000000' };
  const config = readConfig({ ...ports, ...plenty, ...settings });
  const server = await startServer(config, databases, { clock, log: pino({ level: 'silent' }) });
  const [full, , adsr] = demo.apps;
  const [merchant, other] = demo.merchants;
  if (!full || !adsr || !merchant || !other) throw new Error('The demo has three apps and three merchants.');
  return { ...server, databases, demo, full, adsr, merchant, other };
}
