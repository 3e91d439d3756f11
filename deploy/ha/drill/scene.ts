import { readConfig } from '@tillgate/server/config.ts';
import type { Merchant } from '@tillgate/server/control/merchants.ts';
import { createOrganization } from '@tillgate/server/control/organizations.ts';
import { migrate } from '@tillgate/server/database/migrate.ts';
import type { Region } from '@tillgate/server/process/region.ts';
import { systemClock } from '@tillgate/server/process/time.ts';
import { openDatabases } from '@tillgate/server/runtime.ts';
import { arrange, newApp, newCode, newMerchant, newPerson } from '@tillgate/server/test-support/arrange.ts';
import { importValid } from '@tillgate/server/test-support/import-lines.ts';

/** Regions under load: one on the control plane's Patroni cluster, and one with a separate database. */
export const DRILLED = ['UK', 'US'] as const satisfies readonly Region[];
export type Drilled = (typeof DRILLED)[number];

export const REDIRECT_URI = 'https://app.example/callback';

/** An app, and one merchant per region that has approved it. */
export interface Scene {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly merchants: Readonly<Record<Drilled, SceneMerchant>>;
}

export interface SceneMerchant extends Merchant {
  /** Authorization code of the merchant's consent. */
  readonly code: string;
}

const CATALOGUE = [
  { type: 'store', externalId: 'quay', name: 'Drill Quay', code: 'QUAY', timezone: 'Europe/London' },
  { type: 'supplier', externalId: 'north', name: 'Northern Roasters' },
  { type: 'item', externalId: 'beans', name: 'Beans', itemCode: 'BEANS', price: '18.40', trackStock: true },
];

/** Migrates the configured databases and writes the records that the load uses. */
export async function arrangeScene(settings: Readonly<Record<string, string>>): Promise<Scene> {
  // HAProxy may not have found the primary yet.
  const patience = { seconds: 30, onWait: () => {} };
  const databases = await openDatabases(readConfig(settings), { patience });
  try {
    await migrate(databases);
    const place = { databases, clock: systemClock, source: 'drill' };
    const scene = await arrange(place, async (tx) => {
      const organizationId = await createOrganization(tx, 'Northwind Apps');
      const redirectUris = [REDIRECT_URI];
      const app = await newApp(tx, { organizationId, name: 'Drill', product: 'FULL', redirectUris });
      const connected = async (region: Drilled): Promise<SceneMerchant> => {
        const merchant = await newMerchant(tx, organizationId, { name: `Drill ${region}`, region });
        const email = `owner-${merchant.companyId}@drill.example`;
        const person = await newPerson(tx, { email }, [[merchant, 'owner']]);
        return { ...merchant, code: await newCode(tx, { app, merchant, person, redirectUri: REDIRECT_URI }) };
      };
      const { clientId, clientSecret } = app;
      return { clientId, clientSecret, merchants: { UK: await connected('UK'), US: await connected('US') } };
    });
    for (const region of DRILLED) await importValid(place, scene.merchants[region], CATALOGUE);
    return scene;
  } finally {
    await databases.close();
  }
}
