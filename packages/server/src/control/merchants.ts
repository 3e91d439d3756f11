import sql, { raw } from 'sql-template-tag';
import { type CellId, type CellName, cellName, FIRST_CELL, leastFilled } from '../database/cells.ts';
import type { DatabasePool } from '../database/pool.ts';
import type { Regions } from '../database/regions.ts';
import { BACK_OFFICE, statement } from '../database/statement.ts';
import type { TenantStore } from '../database/tenant.ts';
import type { Control, ControlTransaction, Origin } from './control.ts';
import { DirectoryError } from './errors.ts';
import type { ListSource } from './page.ts';
import { normalName } from './text.ts';

/** Currencies in use by ISO 4217 (list one, 2026), without funds, metals, test codes and withdrawn currencies. */
export const CURRENCIES: ReadonlySet<string> = new Set(
  `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP
   CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR
   IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU
   MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG
   SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV
   WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG`.split(/\s+/),
);

export function checkCurrency(code: string): void {
  if (!CURRENCIES.has(code))
    throw new DirectoryError(`${JSON.stringify(code)} is not a currency in use; give its ISO 4217 code, such as GBP.`);
}

export function checkCoin(text: string): void {
  if (/^\d{1,6}(\.\d{1,4})?$/.test(text) && Number(text) > 0) return;
  throw new DirectoryError(`${JSON.stringify(text)} is not the value of a coin, such as 0.05 or 1.00.`);
}

export interface Merchant extends CellId {
  readonly companyId: number;
  readonly name: string;
  readonly moving: boolean;
  /** Demo merchants belong to the sandbox, all others to production. */
  readonly demo: boolean;
  readonly currency: string;
  /** Smallest coin that the merchant's customers use. Tills round cash by less than this. */
  readonly cashRounding: string;
  /** The organization that owns the sandbox merchant; null for a live merchant. */
  readonly organizationId: number | null;
  readonly active: boolean;
}

export const MERCHANT_COLUMNS = `company_id as "companyId", name, region, cell, moving, demo, currency, cash_rounding::text as "cashRounding", organization_id as "organizationId", active`;

export type NewMerchant = Omit<Merchant, 'companyId' | 'active' | 'cell' | 'moving' | 'cashRounding'>;

/** Creates a merchant in the emptiest cell of its region. */
export async function createMerchant(
  tx: ControlTransaction,
  merchant: NewMerchant,
  cells: readonly number[] = [FIRST_CELL],
): Promise<Merchant> {
  const { region, demo, currency, organizationId } = merchant;
  const name = normalName('The name of a merchant', merchant.name);
  checkCurrency(currency);
  if (organizationId !== null) {
    await tx.require(
      sql`select id from control.organizations where id = ${organizationId}`,
      `No such organization: ${organizationId}.`,
    );
  }
  let [cell = FIRST_CELL] = cells;
  if (cells.length !== 1) {
    const rows = await tx.query<{ cell: number; merchants: number }>(
      sql`select cell, count(*) as merchants from control.merchants where region = ${region} group by cell`,
    );
    cell = leastFilled(cells, new Map(rows.map((row) => [row.cell, row.merchants])));
  }
  const created = (await tx.one<Merchant>(sql`
    insert into control.merchants (name, region, cell, demo, currency, organization_id, created_at)
    values (${name}, ${region}, ${cell}, ${demo}, ${currency}, ${organizationId}, ${tx.timestamp})
    returning ${raw(MERCHANT_COLUMNS)}`)) as Merchant;
  const subject = { companyId: created.companyId, ...(organizationId && { organizationId }) };
  await tx.audit('merchant.created', { ...subject, details: { name, region } });
  return created;
}

export async function merchantsByCell(db: DatabasePool): Promise<Map<CellName, number>> {
  const { rows } = await db.query<CellId & { merchants: number }>(sql`select region, cell, count(*) as merchants
    from control.merchants group by region, cell`);
  return new Map(rows.map(({ merchants, ...cell }) => [cellName(cell), merchants]));
}

export async function changeMerchant(
  tx: ControlTransaction,
  { companyId, ...change }: { companyId: number; name?: string | undefined; cashRounding?: string | undefined },
): Promise<Merchant> {
  const merchant = await lockMerchant(tx, companyId);
  const name = change.name === undefined ? merchant.name : normalName('The name of a merchant', change.name);
  const { cashRounding = merchant.cashRounding } = change;
  await tx.query(sql`update control.merchants set name = ${name}, cash_rounding = ${cashRounding}
    where company_id = ${companyId}`);
  const renamed = { companyId, details: { name, former: merchant.name } };
  if (change.name !== undefined) await tx.audit('merchant.renamed', renamed);
  const rounded = { companyId, details: { cashRounding, former: merchant.cashRounding } };
  if (change.cashRounding !== undefined) await tx.audit('merchant.cash_rounding_changed', rounded);
  return { ...merchant, name, cashRounding };
}

/** Opens a merchant to apps and people, or closes it. Its data stays. Erased merchants cannot be reopened. */
export async function setMerchantActive(tx: ControlTransaction, companyId: number, active: boolean): Promise<Merchant> {
  const merchant = await lockMerchant(tx, companyId);
  if (merchant.active === active) return merchant;
  if (active) await requireUnerased(tx, companyId);
  await tx.query(sql`update control.merchants set active = ${active} where company_id = ${companyId}`);
  await tx.audit(active ? 'merchant.activated' : 'merchant.deactivated', { companyId });
  return { ...merchant, active };
}

export async function requireUnerased(tx: ControlTransaction, companyId: number): Promise<void> {
  const erased = await tx.one(sql`select from control.audit_log
    where company_id = ${companyId} and event = 'merchant.erased' limit 1`);
  if (erased) throw new DirectoryError(`The merchant ${companyId} has been erased; create another one.`);
}

/** Locks a merchant for a change of its record or its people. */
export const lockMerchant = (tx: ControlTransaction, companyId: number): Promise<Merchant> =>
  tx.require<Merchant>(
    sql`select ${raw(MERCHANT_COLUMNS)} from control.merchants where company_id = ${companyId} for no key update`,
    `No such merchant: ${companyId}.`,
  );

/** Reads a merchant from the database, not from the cache. */
export async function findMerchant(db: DatabasePool, companyId: number): Promise<Merchant | undefined> {
  const { rows } = await db.find<Merchant>({
    name: 'merchants.find',
    text: `select ${MERCHANT_COLUMNS} from control.merchants where company_id = $1`,
    values: [companyId],
  });
  return rows[0];
}

export async function sandboxMerchants(db: DatabasePool, organizationId: number): Promise<Merchant[]> {
  const { rows } = await db.find<Merchant>({
    name: 'merchants.sandboxes',
    text: `select ${MERCHANT_COLUMNS} from control.merchants where organization_id = $1 and active order by company_id`,
    values: [organizationId],
  });
  return rows;
}

export async function describeMerchant(db: DatabasePool, companyId: number): Promise<Merchant> {
  const merchant = await findMerchant(db, companyId);
  if (!merchant) throw new DirectoryError(`No such merchant: ${companyId}.`);
  return merchant;
}

export const MERCHANTS: ListSource = { key: 'company_id', columns: MERCHANT_COLUMNS, from: 'control.merchants' };

/** An open sandbox merchant whose data is about to be written. */
export interface OpenSandbox {
  readonly regions: Regions;
  readonly merchant: Merchant;
  readonly correlationId: string;
}

export async function openSandbox(
  { control, regions, origin }: { readonly control: Control; readonly regions: Regions; readonly origin: Origin },
  companyId: number,
): Promise<OpenSandbox> {
  const merchant = await describeMerchant(control.pool, companyId);
  if (merchant.organizationId === null)
    throw new DirectoryError(`The merchant ${companyId} is not a sandbox merchant.`);
  if (!merchant.active) throw new DirectoryError(`The merchant ${companyId} is closed.`);
  return { merchant, regions, correlationId: origin.correlationId ?? BACK_OFFICE.correlationId };
}

/** The merchant's data, read and written as its back office. */
export const backOfficeOf = ({ regions, merchant, correlationId }: OpenSandbox): TenantStore =>
  regions.tenant({ ...merchant, ...BACK_OFFICE, correlationId });

export interface NamedStore {
  readonly id: number;
  /** Undefined if the merchant has no such store. */
  readonly name: string | undefined;
}

const STORE_NAMES = statement(
  'directory.store-names',
  'select id, name from region.stores where company_id = $1 and id = any($2) order by name collate region.root_order, id',
);

/** Stores of a merchant by their ids, sorted by name; unknown ids come last. */
export async function namedStores(
  regions: Regions,
  merchant: Merchant,
  storeIds: readonly number[],
  correlationId = BACK_OFFICE.correlationId,
): Promise<NamedStore[]> {
  const found = await backOfficeOf({ regions, merchant, correlationId }).read<NamedStore>(STORE_NAMES, [storeIds]);
  const missing = storeIds.filter((id) => !found.some((store) => store.id === id));
  return [...found, ...missing.map((id) => ({ id, name: undefined }))];
}

export interface StoreSummary {
  readonly storeId: number;
  readonly name: string;
  readonly code: string;
  readonly active: boolean;
}

const STORES = statement(
  'directory.stores',
  `select id as "storeId", name, code, status = 1 as active from region.stores where company_id = $1
   order by name collate region.root_order, id limit 1000`,
);

export const listStores = (regions: Regions, merchant: Merchant, correlationId?: string): Promise<StoreSummary[]> =>
  backOfficeOf({ regions, merchant, correlationId: correlationId ?? BACK_OFFICE.correlationId }).read(STORES);
