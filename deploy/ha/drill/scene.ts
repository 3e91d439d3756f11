import { Readable } from 'node:stream';
import { systemClock } from '@tillgate/server/clock.ts';
import { readConfig } from '@tillgate/server/config.ts';
import { APP_REDIRECT_URIS } from '@tillgate/server/directory/apps/redirect-uri.ts';
import { registerApp } from '@tillgate/server/directory/apps/register-app.ts';
import { changeControl } from '@tillgate/server/directory/control.ts';
import { createMerchant, type Merchant } from '@tillgate/server/directory/merchants/merchants.ts';
import { createOrganization } from '@tillgate/server/directory/people/organizations.ts';
import { addMember, createUser } from '@tillgate/server/directory/people/users.ts';
import { readLines } from '@tillgate/server/import/read-lines.ts';
import { importLines } from '@tillgate/server/import/run-import.ts';
import { issueCode } from '@tillgate/server/oauth/codes.ts';
import { openDatabases } from '@tillgate/server/open-databases.ts';
import { migrate } from '@tillgate/server/storage/migrate.ts';
import type { Region } from '@tillgate/server/storage/region.ts';
import { Regions } from '@tillgate/server/storage/regions.ts';

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
const LINES = Buffer.from(CATALOGUE.map((line) => `${JSON.stringify(line)}\n`).join(''));

/** Migrates the configured databases and writes the records that the load uses. */
export async function arrangeScene(settings: Readonly<Record<string, string>>): Promise<Scene> {
  // HAProxy may not have found the primary yet.
  const patience = { seconds: 30, onWait: () => {} };
  const databases = await openDatabases(readConfig(settings), { patience });
  try {
    await migrate(databases);
    const control = { pool: databases.control, clock: systemClock };
    const scene = await changeControl(control, { source: 'drill' }, async (tx) => {
      const organizationId = await createOrganization(tx, 'Northwind Apps');
      const { id, clientId, clientSecret } = await registerApp(tx, { organizationId, name: 'Drill', product: 'FULL' });
      await APP_REDIRECT_URIS.add(tx, id, REDIRECT_URI);
      const connected = async (region: Drilled): Promise<SceneMerchant> => {
        const fields = { name: `Drill ${region}`, region, demo: true, currency: 'GBP', organizationId };
        const merchant = await createMerchant(tx, fields);
        const { companyId } = merchant;
        const login = { email: `owner-${companyId}@drill.example`, password: 'correct horse battery', name: 'Olivia' };
        const { id: userId } = await createUser(tx, login);
        await addMember(tx, userId, companyId, 'owner');
        const code = { clientId, companyId, userId, redirectUri: REDIRECT_URI, codeChallenge: null };
        return { ...merchant, code: await issueCode(tx, code) };
      };
      return { clientId, clientSecret, merchants: { UK: await connected('UK'), US: await connected('US') } };
    });
    for (const region of DRILLED) {
      const author = { appId: 0, appName: null, correlationId: '00000000-0000-4000-8000-000000000000' };
      const tenant = new Regions(databases, systemClock).tenant({ ...scene.merchants[region], ...author });
      const { problems } = await importLines(tenant, readLines(Readable.from([LINES])));
      if (problems.length > 0) throw new Error(`The catalogue was not imported: ${JSON.stringify(problems)}`);
    }
    return scene;
  } finally {
    await databases.close();
  }
}
