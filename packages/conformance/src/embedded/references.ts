import {
  type Clock,
  type Databases,
  type MerchantData,
  Regions,
  writeStores,
  writeSuppliers,
  writeTaxes,
} from '@tillgate/server';
import type { Merchant } from '../target/target.ts';

const store = (code: string) => ({
  name: `Conf ${code}`,
  code,
  timezone: 'Europe/London',
  address: `1 ${code} Street`,
});
const supplier = (code: string) => ({ name: `Conf ${code}`, code, email: `${code}@conf.example`, phone: '+440000' });

/** What a merchant's back office writes, and no operation does. */
const DATA: MerchantData = {
  name: 'Conformance',
  region: 'UK',
  currency: 'GBP',
  demo: true,
  barcodePrefix: '29',
  externalPrefix: 'conf',
  stores: [store('quay'), store('hill'), store('mill')],
  suppliers: [supplier('north'), supplier('south'), supplier('east')],
  taxes: { Standard: '20.00', Reduced: '5.00', Zero: '0.00' },
  modifierGroups: {},
  menus: {},
  brands: {},
  departments: [],
  overrides: {},
  repriced: {},
  retired: [],
};

/** Writes stores, suppliers and taxes; gives the ids of the stores. */
export async function writeStock(
  databases: Databases,
  clock: Clock,
  { companyId, region = 'UK' }: Merchant,
): Promise<number[]> {
  const scope = {
    companyId,
    region,
    currency: 'GBP',
    appId: 0,
    appName: 'Conformance',
    correlationId: NOBODY,
  } as const;
  const tenant = new Regions(databases, clock).tenant(scope);
  const { ids } = await tenant.write(async (tx) => {
    const stores = await writeStores(tx, DATA);
    await writeSuppliers(tx, DATA);
    await writeTaxes(tx, DATA);
    return { status: 200, body: '', ids: [...stores.values()] };
  });
  return ids;
}

const NOBODY = '00000000-0000-4000-8000-000000000000';
