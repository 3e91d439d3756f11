import { createRegionApp } from '../app.ts';
import { AssertionVerifier } from '../gateway/assertion.ts';
import { cursorKeys, requestKeys } from '../gateway/keys.ts';
import type { Listeners } from '../listeners/listeners.ts';
import { createOpsApp } from '../ops/ops-app.ts';
import { allHandlers } from '../resources/index.ts';
import { CursorCodec } from '../storage/lists/cursor.ts';
import { Lists } from '../storage/lists/lists.ts';
import { type Process, regionsOf, sharedDependencies } from './process.ts';

/** A region: it runs requests that gateways have admitted. */
export async function serveRegion(process: Process, { region: listener, ops }: Listeners): Promise<void> {
  const { config, clock, metrics, readiness, requestLog } = process;
  const { region } = config;
  const secrets = region && config.gatewaySecrets[region];
  if (!secrets) throw new Error('A region needs its name and a key.');
  ops?.serve(createOpsApp({ ...process, metrics: metrics.registry }).callback());
  const app = createRegionApp(
    {
      ...(await sharedDependencies(process)),
      handlers: allHandlers(new Lists(new CursorCodec(...cursorKeys(secrets, region)))),
      regions: regionsOf(process),
    },
    {
      readiness,
      verifier: new AssertionVerifier(region, requestKeys(secrets, region), clock),
      writeRequests: (requests) => requestLog.write(requests),
    },
  );
  listener?.serve(app.callback());
}
