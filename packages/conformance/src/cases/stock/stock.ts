import { MONEY, units } from '../../decimals.ts';
import type { Rec } from '../../engine/caller.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import { knownOf } from '../../engine/known.ts';
import { Unavailable } from '../../engine/session.ts';
import type { Answer } from '../../http/send.ts';

/** What the cases of stock documents share. */

export interface Line {
  readonly id: number;
  readonly itemId: number;
  readonly variantId: number | null;
  readonly quantity: string;
  readonly unitCost: string;
  readonly received: string;
  readonly outstanding: string;
}

export const linesOf = (record: Rec): Line[] => record.lines as Line[];

export const DAY = '2026-03-02';

/** An id that no record has. */
export const NOBODY = 9_007_199_254_740_991;

/** The first records of the caller's merchant that only its back office writes; a case that needs more cannot run. */
async function some(t: CaseContext, path: string, count: number): Promise<number[]> {
  const ids = ((await knownOf(t, t.as()))[path] ?? []).map(Number);
  if (ids.length < count)
    throw new Unavailable(`the merchant has ${ids.length} active records at ${path}, not ${count}`);
  return ids.slice(0, count);
}

export const storesOf = (t: CaseContext, count: number): Promise<number[]> => some(t, '/stores', count);
export const suppliersOf = (t: CaseContext, count: number): Promise<number[]> => some(t, '/suppliers', count);

interface Tax {
  readonly id: number;
  /** In per cent. */
  readonly rate: string;
}

/** A merchant's taxes, the highest rate first. */
export async function ratesOf(t: CaseContext): Promise<readonly Tax[]> {
  const taxes = (await t.as().all('/taxes?status=1')).map(({ id, rate }) => ({ id, rate: String(rate) }));
  return taxes.toSorted((a, b) => Number(units(b.rate, MONEY) - units(a.rate, MONEY)));
}

/** The tax with the highest rate, which has to be above 0 to tell anything. */
export async function taxOf(t: CaseContext): Promise<Tax> {
  const [tax] = await ratesOf(t);
  if (!tax || units(tax.rate, MONEY) === 0n) throw new Unavailable('no tax above 0 %');
  return tax;
}

/** Two stores, a supplier and a new counted item. */
export async function scene(
  t: CaseContext,
): Promise<{ here: number; there: number; supplierId: number; itemId: number }> {
  const known = await knownOf(t, t.as());
  const [here = 0, there = 0] = await storesOf(t, 2);
  const { id } = await counted(t);
  return { here, there, supplierId: Number(known.supplierId?.[0]), itemId: id };
}

/** A new item whose stock is counted. */
export const counted = (t: CaseContext, fields: object = {}): Promise<Rec> =>
  t.as().create('/items', { name: t.name('item'), trackStock: true, ...fields });

/** A new counted item with two variants. */
export async function sized(t: CaseContext): Promise<{ itemId: number; small: number; large: number }> {
  const item = await counted(t, { type: 1, variants: [{ name: 'S' }, { name: 'L' }] });
  const [small, large] = item.variants as { id: number }[];
  return { itemId: item.id, small: Number(small?.id), large: Number(large?.id) };
}

/** What is on hand of an item at a store, as a number of thousandths, so that it is compared exactly. */
export async function onHand(t: CaseContext, itemId: number, storeId: number): Promise<number> {
  const { atStore } = (await t.as().read(`/items/${itemId}?storeId=${storeId}`)) as Rec & {
    atStore: { onHand: string | null };
  };
  return thousandths(atStore.onHand ?? '0');
}

export const thousandths = (text: string): number => Math.round(Number(text) * 1000);

/** Puts stock somewhere, by an adjustment that adds. */
export const addStock = (
  t: CaseContext,
  storeId: number,
  itemId: number,
  quantity: string,
  variantId: number | null = null,
): Promise<Rec> =>
  t.as().create('/stock-adjustments?post=true', {
    storeId,
    date: DAY,
    type: 1,
    lines: [{ itemId, variantId, quantity }],
  });

/** Which of some records a list has. */
export async function listed(t: CaseContext, path: string, among: readonly Rec[]): Promise<number[]> {
  const ids = new Set(among.map(({ id }) => id));
  return (await t.as().all(path))
    .map(({ id }) => id)
    .filter((id) => ids.has(id))
    .toSorted((a, b) => a - b);
}

export const idsOf = (records: readonly (Rec | undefined)[]): number[] =>
  records.flatMap((record) => (record ? [record.id] : [])).toSorted((a, b) => a - b);

/** A filter leaves the records that it names, and not the others. */
export async function filtered(
  t: CaseContext,
  path: string,
  query: string,
  among: readonly Rec[],
  expected: readonly Rec[],
): Promise<void> {
  t.equal(await listed(t, `${path}?${query}`, among), idsOf(expected), `GET ${path}?${query}`);
}

/** The day that it is at a store at an instant. */
export async function dayAt(t: CaseContext, instant: string, storeId: unknown): Promise<string> {
  const { timezone } = await t.as().read(`/stores/${storeId}`);
  const zone = { timeZone: String(timezone), dateStyle: 'short' } as const;
  return new Intl.DateTimeFormat('en-CA', zone).format(new Date(instant));
}

/** The first instants of a day in UTC, and elsewhere: at most stores they are of different days. */
export const INSTANTS = ['2001-05-02T00:00:00Z', '2001-05-02T23:59:59.999Z', '2001-05-02T00:00:00%2B05:30'];

/** Text as searches compare it: without accents and case. */
const folded = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase().replaceAll('ς', 'σ');

/** Whether every word of a search occurs in some texts, whatever the case and the accents. */
export function wordsOccur(search: string, texts: readonly unknown[]): boolean {
  const all = folded(texts.map((text) => String(text ?? '')).join('\n'));
  return folded(search)
    .split(/\s+/)
    .every((word) => all.includes(word));
}

/** The name of a record that the back office writes. */
export const nameOf = async (t: CaseContext, path: string, id: unknown): Promise<string> =>
  String((await t.as().read(`${path}/${id}`)).name);

interface Detail {
  readonly in: string;
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

export const detailsOf = ({ body }: Answer): readonly Detail[] => (body as { details?: Detail[] }).details ?? [];

/** It is refused with this code, and its details name the field, or something in it. */
export function refusedAt(t: CaseContext, answer: Answer, status: number, code: string, path: string): void {
  t.answered(answer, status, code);
  const paths = detailsOf(answer).map((detail) => detail.path);
  const named = paths.some((one) => one === path || one.startsWith(`${path}/`));
  t.check(named, `${answer.sent.method} ${answer.sent.url}: details name ${paths}, not ${path}`, answer);
}

/** The answer is a conflict of states that says what is allowed. */
export function conflict(t: CaseContext, answer: Answer, allowed: readonly string[]): void {
  t.answered(answer, 409, 'partner.state_conflict');
  const details = detailsOf(answer);
  t.check(details.length > 0, 'the conflict does not say what is wrong', answer);
  const told = details.filter(({ rule }) => rule === 'allowedAction').map(({ message }) => message);
  const named = allowed.filter((action) => told.some((message) => message.includes(action)));
  t.equal([named, told.length], [allowed, allowed.length], 'what the conflict says is allowed', answer);
}

/** What a document says may be done with it. */
export const allowedBy = (record: Rec): string[] =>
  (record.allowedActions as { action: string; allowed: boolean }[])
    .filter(({ allowed }) => allowed)
    .map(({ action }) => action)
    .toSorted();
