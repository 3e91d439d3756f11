import { migrate, openMemory, readConfig, startServer } from '@tillgate/server';
import { pino } from 'pino';
import type { Target } from '../target/target.ts';
import { arrangeScene } from './scene.ts';

/** A limit that a run does not come near; the apps in the role `limited` keep the documented one, as the mint does. */
export const RAISED_LIMIT = 1_000_000;

const SETTINGS = {
  TILLGATE_API_PORT: '0',
  TILLGATE_WEB_PORT: '0',
  TILLGATE_OPS_PORT: '0',
  TILLGATE_RATE_LIMIT: String(RAISED_LIMIT),
  TILLGATE_TEST_CLOCK: '1',
};

/** This repository's server on an empty embedded database, with a test clock. */
export async function startEmbedded(): Promise<{ target: Target; stop: () => Promise<void> }> {
  const databases = await openMemory();
  await migrate(databases);
  const scene = await arrangeScene(databases, Date.now);
  const { apiUrl, webUrl, opsUrl, stop } = await startServer(readConfig(SETTINGS), databases, {
    log: pino({ level: 'silent' }),
  });
  const target = {
    name: 'embedded server',
    baseUrl: apiUrl,
    authUrl: webUrl,
    clockUrl: `${opsUrl}/clock`,
    limits: { requestsPerMinute: RAISED_LIMIT, mintsPerMinute: 30 },
    ...scene,
  };
  return { target, stop };
}
