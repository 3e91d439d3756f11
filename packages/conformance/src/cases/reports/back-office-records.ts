import { isDeepStrictEqual } from 'node:util';
import type { BackOffice } from '../../back-office/back-office.ts';
import { shortestDecimals } from '../../decimals.ts';
import { Caller } from '../../engine/caller.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import type { Rec } from '../../engine/record.ts';
import { Unavailable } from '../../engine/unavailable.ts';
import type { Answer } from '../../http/send.ts';
import type { MerchantRole } from '../../target/target.ts';

/** Records of a back-office file with their ids on the target. */
export interface Records {
  readonly backOffice: BackOffice;
  readonly caller: Caller;
  /** Records by their externalId in the file. */
  readonly stores: ReadonlyMap<string, Rec>;
  readonly items: ReadonlyMap<string, Rec>;
}

export type Fields = Readonly<Record<string, unknown>>;

type Found = Omit<Records, 'caller'>;

const cache = new WeakMap<object, Map<MerchantRole, Promise<Found>>>();

/** Finds the records of a merchant's file. The live merchant's are read through its connection. */
export async function recordsOf(t: CaseContext, role: MerchantRole = 'main'): Promise<Records> {
  const kept = cache.get(t.session) ?? new Map<MerchantRole, Promise<Found>>();
  cache.set(t.session, kept);
  const env = role === 'live' ? 'PRODUCTION' : 'SANDBOX';
  const caller = new Caller(t, t.session.app('main', 'FULL', env), t.session.merchant(role));
  const found = kept.get(role) ?? discover(t, caller);
  kept.set(role, found);
  // Failed lookups are repeated, so that each case reports what is missing.
  found.catch(() => kept.delete(role));
  return { ...(await found), caller };
}

async function discover(t: CaseContext, caller: Caller): Promise<Found> {
  const { role } = caller.merchant;
  const backOffice = t.session.backOffice(role);
  const stores = storesAmong(backOffice, await caller.all('/stores'), role);
  const items = new Map<string, Rec>();
  for (const { externalId, itemCode } of backOffice.items.values()) {
    const found = await caller.all(`/items?search=${encodeURIComponent(itemCode)}`);
    const item = found.find((one) => one.itemCode === itemCode);
    if (!item) throw new Unavailable(`the merchant ${role} has no item ${itemCode} of its file: import it first`);
    items.set(externalId, item);
  }
  return { backOffice, stores, items };
}

/** Stores of a response that are in the file. */
export function storesAmong(backOffice: BackOffice, listed: readonly Rec[], role: MerchantRole): Map<string, Rec> {
  const byCode = new Map(listed.map((store) => [store.code, store]));
  const found = [...backOffice.stores.values()].flatMap(({ externalId, code }): [string, Rec][] => {
    const store = byCode.get(code);
    return store ? [[externalId, store]] : [];
  });
  if (found.length === 0) throw new Unavailable(`the merchant ${role} has no store of its file: import it first`);
  return new Map(found);
}

/** The first stores of the file. */
export function someStores({ stores }: Records, count: number): string[] {
  if (stores.size < count) throw new Unavailable(`fewer than ${count} stores in the file`);
  return [...stores.keys()].slice(0, count);
}

export const storeIdOf = ({ stores }: Records, store: string): number => stores.get(store)?.id ?? 0;
export const itemIdOf = ({ items }: Records, item: string): number => items.get(item)?.id ?? 0;

interface Variant {
  readonly id: number;
  readonly name: string;
}

export function variantIdOf({ items }: Records, item: string, variant: string | null | undefined): number | null {
  if (!variant) return null;
  const variants = (items.get(item)?.variants ?? []) as readonly Variant[];
  return variants.find(({ name }) => name === variant)?.id ?? 0;
}

export const currencyOf = ({ stores }: Records, store: string): unknown => stores.get(store)?.currency;

/** Currency of the merchant's own amounts. */
export const companyCurrency = ({ items }: Records): unknown => [...items.values()][0]?.currency;

const MOST_SHOWN = 3;

/** Asserts that each expected row occurs exactly once, with the expected fields, and nothing else occurs. */
export function expectSameRows(
  t: CaseContext,
  actual: readonly Fields[],
  expected: readonly Fields[],
  key: readonly string[],
  answer?: Answer,
): void {
  const keyOf = (row: Fields) => key.map((name) => String(row[name])).join(' ');
  const got = Map.groupBy(actual, keyOf);
  const expectedKeys = new Set(expected.map(keyOf));
  const wrong = [
    ...expected.flatMap((row) => differences(got.get(keyOf(row)) ?? [], row, keyOf(row))),
    ...actual.filter((row) => !expectedKeys.has(keyOf(row))).map((row) => `an unexpected row: ${keyOf(row)}`),
  ];
  const more = wrong.length > MOST_SHOWN ? `; and ${wrong.length - MOST_SHOWN} more` : '';
  t.check(wrong.length === 0, wrong.slice(0, MOST_SHOWN).join('; ') + more, answer);
}

function differences(found: readonly Fields[], expected: Fields, key: string): string[] {
  const [row] = found;
  if (!row || found.length > 1) return [`${found.length} rows of ${key} instead of one`];
  return Object.entries(expected).flatMap(([name, value]) => {
    const [wanted, got] = [shortestDecimals(value), shortestDecimals(row[name])];
    return isDeepStrictEqual(wanted, got)
      ? []
      : [`${name} of ${key}: expected ${JSON.stringify(wanted)}, got ${JSON.stringify(got)}`];
  });
}
