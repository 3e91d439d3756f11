import { controlPlaneOn } from '../../src/command-line/connect.ts';
import { readConfig } from '../../src/config.ts';
import type { ControlPlane } from '../../src/operations/operations.ts';
import { openRuntime } from '../../src/runtime.ts';
import { TEST_KEY } from './secrets.ts';
import type { Service } from './service.ts';

export function controlPlaneOf({
  apiUrl,
  databases,
  clock,
  webUrl,
}: Pick<Service, 'apiUrl' | 'databases' | 'clock' | 'webUrl'>): ControlPlane {
  const urls = { TILLGATE_API_URL: new URL(apiUrl).origin, TILLGATE_WEB_URL: webUrl };
  const config = readConfig({ ...urls, TILLGATE_KEY: TEST_KEY, TILLGATE_WEBHOOK_LOOPBACK: '1' });
  return controlPlaneOn(openRuntime(config, databases, { clock }));
}
