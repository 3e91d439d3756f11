import { randomBytes } from 'node:crypto';
import type { Clock } from '@tillgate/server/clock.ts';
import { type AccessDependencies, requestAccess } from '@tillgate/server/directory/access/create-access-request.ts';
import { approveAccess } from '@tillgate/server/directory/access/decide-access-request.ts';
import { type ControlTransaction, changeControl } from '@tillgate/server/directory/control.ts';
import { createMerchant } from '@tillgate/server/directory/merchants/merchants.ts';
import { createOrganization } from '@tillgate/server/directory/people/organizations.ts';
import { addDeveloper } from '@tillgate/server/directory/people/staff.ts';
import { addMember, createUser } from '@tillgate/server/directory/people/users.ts';
import type { Databases } from '@tillgate/server/storage/database.ts';
import type { Region } from '@tillgate/server/storage/region.ts';
import { Regions } from '@tillgate/server/storage/regions.ts';
import type { App, Login, Merchant, MerchantRole } from '../../src/target/target.ts';
import { newApp, newApps, type RequestingApps } from './apps.ts';
import { importInto, storeIdsOf } from './import-files.ts';

const ORIGIN = { source: 'conformance' };

export interface Scene {
  readonly developer: Login;
  readonly apps: readonly App[];
  readonly merchants: readonly Merchant[];
}

/** Creates the organizations, apps, merchants and people that the suite needs. */
export async function arrangeScene(databases: Databases, clock: Clock, { spares = 0 } = {}): Promise<Scene> {
  const access = { control: { pool: databases.control, clock }, regions: new Regions(databases, clock) };
  const control = <T>(work: (tx: ControlTransaction) => Promise<T>): Promise<T> =>
    changeControl(access.control, ORIGIN, work);
  const { requestingApps, merchants, ...scene } = await control((tx) =>
    arrangePeople(tx, spares, (region) => access.regions.cellsIn(region)),
  );
  const arranged: Merchant[] = [];
  for (const merchant of merchants) {
    const written = await importInto(databases, clock, merchant);
    const storeIds = await storeIdsOf(databases, clock, merchant);
    arranged.push(await askForAccess(access, requestingApps, written, storeIds));
  }
  return { ...scene, merchants: arranged };
}

async function arrangePeople(
  tx: ControlTransaction,
  spares: number,
  cellsIn: (region: Region) => readonly number[],
): Promise<Scene & { requestingApps: RequestingApps }> {
  const [own, foreign, single] = [
    await createOrganization(tx, 'Conformance Apps'),
    await createOrganization(tx, 'Foreign Apps'),
    await createOrganization(tx, 'Single Apps'),
  ];
  const [uk, ae] = [cellsIn('UK'), cellsIn('AE')];
  const ofTwo = await newPerson(tx, `owner-of-two-${own}`);
  const merchants = [
    await newMerchant(tx, 'main', own, true, uk),
    await newMerchant(tx, 'other', own, true, uk),
    await newMerchant(tx, 'foreign', foreign, true, uk),
    await newMerchant(tx, 'single', single, true, uk),
    await newMerchant(tx, 'live', null, false, uk),
    await newMerchant(tx, 'undecided', null, false, uk, { owner: ofTwo }),
    await newMerchant(tx, 'abroad', own, true, ae, { region: 'AE', owner: ofTwo }),
  ];
  const { apps, requestingApps } = await newApps(tx, own, spares);
  apps.push(await newApp(tx, single, 'single', 'FULL', 'SANDBOX'));
  return { apps, developer: await newDeveloper(tx, own), merchants, requestingApps };
}

async function newDeveloper(tx: ControlTransaction, organizationId: number): Promise<Login> {
  const { id, login } = await newPerson(tx, `developer-${organizationId}`);
  await addDeveloper(tx, id, organizationId);
  return login;
}

interface Person {
  readonly id: number;
  readonly login: Login;
}

async function newPerson(tx: ControlTransaction, name: string): Promise<Person> {
  const login = newLogin(name);
  const { id } = await createUser(tx, { ...login, name });
  return { id, login };
}

const newLogin = (name: string): Login => ({
  email: `${name}@conf.example`,
  password: randomBytes(12).toString('base64url'),
});

async function newMerchant(
  tx: ControlTransaction,
  role: MerchantRole,
  organizationId: number | null,
  demo: boolean,
  cells: readonly number[],
  { region = 'UK', owner }: { region?: 'UK' | 'AE'; owner?: Person } = {},
): Promise<Merchant> {
  const fields = { name: `Conf ${role}`, region, demo, currency: 'GBP', organizationId };
  const { companyId } = await createMerchant(tx, fields, cells);
  const member = async (kind: 'owner' | 'employee', known?: Person) => {
    const { id, login } = known ?? (await newPerson(tx, `${kind}-${companyId}`));
    await addMember(tx, id, companyId, kind);
    return login;
  };
  return { role, companyId, region, owner: await member('owner', owner), employee: await member('employee') };
}

/**
 * Requests access to live merchants for ADSR apps. One owner approves the main app for the first and third store and
 * leaves another app undecided; another owner leaves the main app undecided.
 */
async function askForAccess(
  access: AccessDependencies,
  { adsr, undecided }: RequestingApps,
  merchant: Merchant,
  storeIds: number[],
): Promise<Merchant> {
  const { role, companyId } = merchant;
  if (role !== 'live' && role !== 'undecided') return merchant;
  const id = await requestAccess(access, ORIGIN, { appId: adsr, companyId, storeIds });
  if (role === 'undecided') return merchant;
  await requestAccess(access, ORIGIN, { appId: undecided, companyId, storeIds });
  const approvedStoreIds = storeIds.filter((_, i) => i === 0 || i === 2);
  const approval = { companyId, id, storeIds: approvedStoreIds };
  await changeControl(access.control, ORIGIN, (tx) => approveAccess(tx, approval));
  return { ...merchant, approvedStoreIds };
}
