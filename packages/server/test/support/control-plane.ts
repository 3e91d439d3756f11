import { readConfig } from '../../src/config.ts';
import { SingleDeliveries } from '../../src/delivery/deliveries.ts';
import { deliveryParts } from '../../src/delivery/delivery-parts.ts';
import { SANDBOX_DATA } from '../../src/demo/sandbox-data.ts';
import { ControlPlane } from '../../src/directory/operations.ts';
import { sandboxTokens } from '../../src/oauth/sandbox-tokens.ts';
import { SANDBOX_SCENARIOS } from '../../src/scenarios/sandbox-scenarios.ts';
import { Regions } from '../../src/storage/regions.ts';
import { SANDBOX_TILL } from '../../src/till/sandbox-till.ts';
import { secretsOf } from './secrets.ts';
import type { Service } from './service.ts';

/** Control plane of a service. */
export function controlPlaneOf({
  apiUrl,
  databases,
  clock,
  webUrl,
}: Pick<Service, 'apiUrl' | 'databases' | 'clock' | 'webUrl'>): ControlPlane {
  const control = { pool: databases.control, clock };
  const regions = new Regions(databases, clock);
  const secrets = () => secretsOf(databases);
  return new ControlPlane({
    control,
    databases,
    deliveries: new SingleDeliveries(
      deliveryParts(readConfig({ TILLGATE_WEBHOOK_LOOPBACK: '1' }), { control, databases, regions, secrets }),
    ),
    regions,
    sandboxData: SANDBOX_DATA,
    till: SANDBOX_TILL,
    tokens: sandboxTokens(secrets, apiUrl, clock),
    scenarios: SANDBOX_SCENARIOS,
    webUrl,
    secrets,
  });
}
