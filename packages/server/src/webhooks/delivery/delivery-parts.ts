import { ChangeCursors } from '../../changes/cursor.ts';
import type { Control } from '../../control/control.ts';
import type { Databases } from '../../database/database.ts';
import { CursorCodec } from '../../database/list-cursor.ts';
import type { Regions } from '../../database/regions.ts';
import { type SecretStore, serverKey } from '../../database/secrets.ts';
import type { Clock } from '../../process/clock.ts';
import { cursorKeys, type GatewaySecrets } from '../../process/gateway-keys.ts';
import type { Region } from '../../process/region.ts';
import { loopbackAddresses } from '../sending/public-address.ts';
import type { Sender } from '../sending/sender.ts';
import type { DeliveryParts } from './deliveries.ts';

interface Settings {
  /** Undefined in a process of all roles. */
  readonly role?: string | undefined;
  readonly webhookLoopback?: boolean | undefined;
  /** {auth_url}; undefined for the one of this machine. */
  readonly webUrl?: string | undefined;
  readonly gatewaySecrets: Readonly<Partial<Record<Region, GatewaySecrets>>>;
}

interface Parts {
  /** Opens the HTTP client; by default one that connects to public addresses. */
  readonly openSender?: ((clock: Clock) => Promise<Sender>) | undefined;
  readonly control: Control;
  readonly databases: Pick<Databases, 'kind'>;
  readonly regions: Regions;
  secrets(): Promise<SecretStore>;
}

/** Parts that send requests to endpoints, by the settings of the process. */
export function deliveryParts(
  { role, webhookLoopback, webUrl, gatewaySecrets }: Settings,
  { control, databases, openSender = openPublicSender, regions, secrets }: Parts,
): DeliveryParts {
  let opening: Promise<Sender> | undefined;
  return {
    pool: control.pool,
    clock: control.clock,
    regions,
    sender() {
      opening ??= openSender(control.clock);
      return opening;
    },
    close: async () => (await opening)?.close(),
    loopback: webhookLoopback ?? (databases.kind === 'embedded' && isOnThisMachine(webUrl)),
    sealing: async () => (await secrets()).sealing,
    async cursorsOf(region) {
      // Regions of a deployment of separate roles sign their cursors with keys derived for each.
      if (role === undefined) return new ChangeCursors(new CursorCodec(await serverKey(await secrets(), 'cursor')));
      const keys = gatewaySecrets[region];
      return keys && new ChangeCursors(new CursorCodec(...cursorKeys(keys, region)));
    },
  };
}

/** Developers who reach the pages from elsewhere have no endpoints on this machine. */
const isOnThisMachine = (webUrl: string | undefined): boolean =>
  webUrl === undefined || loopbackAddresses(new URL(webUrl).hostname) !== undefined;

/** Loads the HTTP client only once there is something to send. */
async function openPublicSender(clock: Clock): Promise<Sender> {
  const { Sender } = await import('../sending/sender.ts');
  return new Sender(clock);
}
