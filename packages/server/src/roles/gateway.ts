import { createGatewayApp } from '../app.ts';
import { SigningKeys } from '../directory/service/signing-keys.ts';
import type { Listeners } from '../listeners/listeners.ts';
import { RefreshTokens } from '../oauth/refresh-token-format.ts';
import { createOpsApp } from '../ops/ops-app.ts';
import { openSecrets, serverKey } from '../storage/secrets.ts';
import { openBrand } from '../web/brand/brand.ts';
import { type Process, sharedDependencies } from './process.ts';

/** A gateway: it admits requests and forwards them to the merchant's region. */
export async function serveGateway(process: Process, { api, ops }: Listeners): Promise<void> {
  const { config, urls, databases, clock, counters, links, metrics } = process;
  ops?.serve(createOpsApp({ ...process, metrics: metrics.registry }).callback());
  const { control } = databases;
  if (!control) throw new Error('A gateway needs the control plane.');
  const secrets = await openSecrets(config.keys, { ...databases, control });
  const app = createGatewayApp(
    {
      ...(await sharedDependencies(process)),
      webUrl: urls.webUrl,
      counters,
      databases: { control },
      documentation: await openBrand(config.brand),
      keys: await SigningKeys.open(secrets, clock),
      limits: { app: config.rateLimit, mint: config.mintLimit },
      refreshTokens: new RefreshTokens(await serverKey(secrets, 'refresh')),
      trustedProxies: config.trustedProxies,
    },
    links,
  );
  api?.serve(app.callback());
}
