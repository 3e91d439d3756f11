import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ControlTransaction } from '@tillgate/server/control/control.ts';
import { addMember } from '@tillgate/server/control/members.ts';
import type { Merchant as StoredMerchant } from '@tillgate/server/control/merchants.ts';
import { addDeveloper, createOrganization } from '@tillgate/server/control/organizations.ts';
import type { Databases } from '@tillgate/server/database/database.ts';
import { Regions } from '@tillgate/server/database/regions.ts';
import { type Region, schemaOf } from '@tillgate/server/process/region.ts';
import type { Clock } from '@tillgate/server/process/time.ts';
import {
  arrange,
  newAccessRequest,
  newApproval,
  newMerchant,
  newPerson,
  type Place,
} from '@tillgate/server/test-support/arrange.ts';
import { importValid } from '@tillgate/server/test-support/import-lines.ts';
import { fileOf } from '../../src/back-office/files.ts';
import type { App, Login, Merchant, MerchantRole } from '../../src/target/target.ts';
import { newApps, newRoleApp } from './apps.ts';

export interface Scene {
  readonly developer: Login;
  readonly apps: readonly App[];
  readonly merchants: readonly Merchant[];
}

/** A merchant as the server stores it and as a run knows it. */
interface NewMerchant {
  readonly stored: StoredMerchant;
  readonly merchant: Merchant;
}

/** Creates the organizations, apps, merchants and people that the suite needs. */
export async function arrangeScene(databases: Databases, clock: Clock, { spares = 0 } = {}): Promise<Scene> {
  const place = { databases, clock, source: 'conformance' };
  const regions = new Regions(databases, clock);
  const { requestingApps, created, ...scene } = await arrange(place, (tx) =>
    arrangePeople(tx, spares, (region) => regions.cellsIn(region)),
  );
  const merchants: Merchant[] = [];
  for (const { stored, merchant } of created) {
    const written = await importInto(place, stored, merchant);
    merchants.push(await askForAccess(place, requestingApps, stored, written));
  }
  return { ...scene, merchants };
}

async function arrangePeople(tx: ControlTransaction, spares: number, cellsIn: (region: Region) => readonly number[]) {
  const [own, foreign, single] = [
    await createOrganization(tx, 'Conformance Apps'),
    await createOrganization(tx, 'Foreign Apps'),
    await createOrganization(tx, 'Single Apps'),
  ];
  const ofTwo = await newUser(tx, `owner-of-two-${own}`);
  const create = async (
    role: MerchantRole,
    organizationId: number | null,
    { region = 'UK', owner }: { region?: 'UK' | 'AE'; owner?: User } = {},
  ): Promise<NewMerchant> => {
    const stored = await newMerchant(tx, organizationId, { name: `Conf ${role}`, region }, cellsIn(region));
    const { companyId } = stored;
    const member = async (kind: 'owner' | 'employee', known?: User) => {
      const { userId, login } = known ?? (await newUser(tx, `${kind}-${companyId}`));
      await addMember(tx, userId, companyId, kind);
      return login;
    };
    const people = { owner: await member('owner', owner), employee: await member('employee') };
    return { stored, merchant: { role, companyId, region, ...people } };
  };
  const created = [
    await create('main', own),
    await create('other', own),
    await create('foreign', foreign),
    await create('single', single),
    await create('live', null),
    await create('undecided', null, { owner: ofTwo }),
    await create('abroad', own, { region: 'AE', owner: ofTwo }),
  ];
  const { apps, requestingApps } = await newApps(tx, own, spares);
  const ofSingle = await newRoleApp(tx, single, 'single', 'FULL', ['SANDBOX']);
  const developer = await newUser(tx, `developer-${own}`);
  await addDeveloper(tx, developer.userId, own);
  return { apps: [...apps, ...ofSingle.apps], developer: developer.login, created, requestingApps };
}

interface User {
  readonly userId: number;
  readonly login: Login;
}

async function newUser(tx: ControlTransaction, name: string): Promise<User> {
  const login = { email: `${name}@conf.example`, password: randomBytes(12).toString('base64url') };
  const { id: userId } = await newPerson(tx, { ...login, name });
  return { userId, login };
}

/** Imports the merchant's file and adds its name to the merchant. */
async function importInto(place: Place, stored: StoredMerchant, merchant: Merchant): Promise<Merchant> {
  const { role } = merchant;
  const file = role === 'main' || role === 'other' || role === 'live' ? fileOf(role) : undefined;
  const lines = readFileSync(file ?? fileOf('main'), 'utf8')
    .trimEnd()
    .split('\n');
  // A merchant without a file gets the stores, suppliers and taxes of the main one: the API cannot write them.
  const isReference = (line: string) => /^\{"type":"(store|supplier|tax)"/.test(line);
  await importValid(place, stored, file ? lines : lines.filter(isReference));
  return file ? { ...merchant, backOffice: { file } } : merchant;
}

/**
 * Requests access to live merchants for ADSR apps. One owner approves the main app for the first and third store and
 * leaves another app undecided; another owner leaves the main app undecided.
 */
async function askForAccess(
  place: Place,
  { adsr, undecided }: { readonly adsr: number; readonly undecided: number },
  stored: StoredMerchant,
  merchant: Merchant,
): Promise<Merchant> {
  const { role, companyId } = merchant;
  if (role !== 'live' && role !== 'undecided') return merchant;
  const pool = new Regions(place.databases, place.clock).poolOf(stored);
  const text = `select id from ${schemaOf(stored.region)}.stores where company_id = $1 order by id`;
  const { rows } = await pool.query<{ id: number }>(text, [companyId]);
  const storeIds = rows.map(({ id }) => id);
  const request = { appId: adsr, companyId, storeIds };
  if (role === 'undecided') {
    await newAccessRequest(place, request);
    return merchant;
  }
  await newAccessRequest(place, { ...request, appId: undecided });
  const approvedStoreIds = storeIds.filter((_, i) => i === 0 || i === 2);
  await newApproval(place, request, approvedStoreIds);
  return { ...merchant, approvedStoreIds };
}
