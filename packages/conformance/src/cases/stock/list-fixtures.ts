import type { Caller } from '../../engine/caller.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import type { Rec } from '../../engine/record.ts';
import { addDays } from '../../specification/days.ts';
import { storesOf, suppliersOf } from '../fixtures/directory.ts';
import { change, type Kind, lineFor, lineOf, linesOf, receive } from '../fixtures/documents.ts';
import { addStock, stockFixture } from '../fixtures/stock.ts';

/** Documents that differ in everything lists filter and sort by, and share some values. */

export interface ListFixture {
  /** Part of one text of each document. */
  readonly mark: string;
  /** The documents as last read. */
  readonly rows: readonly Rec[];
  /** Four consecutive days that no other document has. */
  readonly days: readonly string[];
  readonly stores: readonly number[];
  readonly suppliers: readonly number[];
}

const DAYS = 4;

/** Days on which no document is dated yet. */
async function freeDays(caller: Caller, path: string, name: string): Promise<string[]> {
  let first = '2024-02-27';
  for (let n = 0; n < 40; n += 1) {
    const query = `fromDate=${first}&toDate=${addDays(first, DAYS - 1)}&limit=1${name}`;
    if ((await caller.total(`${path}?${query}`)) === 0) break;
    first = addDays(first, -37);
  }
  return daysFrom(first);
}

/** Consecutive days. */
export const daysFrom = (first: string): string[] => Array.from({ length: DAYS }, (_, i) => addDays(first, i));

interface Plan {
  readonly day: number;
  readonly store: number;
  readonly party: number;
  /** How the document ends: draft, received in part or whole, or voided. */
  readonly end: 'draft' | 'part' | 'whole' | 'voided';
  /** Which text contains the mark. */
  readonly text: 0 | 1 | 2;
  readonly quantity: string;
  readonly role?: 'other';
}

/** Equal days, stores, parties, states and amounts, in varying combinations. */
const PLANS: readonly Plan[] = [
  { day: 0, store: 0, party: 0, end: 'draft', text: 0, quantity: '2' },
  { day: 1, store: 0, party: 1, end: 'part', text: 1, quantity: '2' },
  { day: 1, store: 1, party: 0, end: 'whole', text: 2, quantity: '3.5' },
  { day: 2, store: 1, party: 1, end: 'draft', text: 0, quantity: '10', role: 'other' },
  { day: 2, store: 0, party: 2, end: 'voided', text: 1, quantity: '10' },
  { day: 3, store: 2, party: 0, end: 'draft', text: 2, quantity: '2' },
  { day: 3, store: 1, party: 2, end: 'whole', text: 0, quantity: '0.001', role: 'other' },
  { day: 0, store: 2, party: 1, end: 'voided', text: 0, quantity: '9' },
  { day: 2, store: 0, party: 0, end: 'part', text: 2, quantity: '9' },
  { day: 1, store: 2, party: 2, end: 'draft', text: 1, quantity: '2' },
];

/** Creates documents of a kind and reads them in their final state. */
export async function listFixture(t: CaseContext, kind: Kind, on?: readonly string[]): Promise<ListFixture> {
  const mark = t.name('arranged');
  const { itemId } = await stockFixture(t);
  const [stores, suppliers] = [await storesOf(t, 3), await suppliersOf(t, 3)];
  const days = on ?? (await freeDays(t.as(), kind.path, '&includeVoided=true'));
  for (const store of stores) await addStock(t, store, itemId, '100');
  const made: Rec[] = [];
  for (const [i, plan] of PLANS.entries()) {
    const header = headerOf(kind, plan, { days, stores, suppliers });
    const fields = { ...header, ...textsOf(kind, plan, mark, i), lines: [lineFor(kind, itemId, plan.quantity)] };
    const document = await t.as(plan.role).create(`${kind.path}?receive=${plan.end === 'whole'}`, fields);
    await end(t, kind, document, plan);
    made.push(document);
  }
  const rows: Rec[] = [];
  for (const { id } of made) rows.push(await t.as().read(`${kind.path}/${id}`));
  return { mark, rows, days, stores, suppliers };
}

const headerOf = (
  kind: Kind,
  { day, store, party }: Plan,
  { days, stores, suppliers }: Omit<ListFixture, 'rows' | 'mark'>,
): object => {
  const at = stores[store % stores.length];
  if (kind.name === 'purchases')
    return { supplierId: suppliers[party % suppliers.length], storeId: at, orderDate: days[day] };
  return { fromStoreId: at, toStoreId: stores[(store + 1 + (party % 2)) % stores.length], date: days[day] };
};

/** Numbers of equal length and case, ordered alike in every collation. */
const textsOf = ({ name, number }: Kind, { text }: Plan, mark: string, i: number): object => ({
  [number]: `${text === 0 ? mark : 'conf'}-${mark.replaceAll(/\W/g, '')}-${10 + ((i * 7) % 10)}`,
  narration: text === 2 || (text === 1 && name === 'transfers') ? `goods ${mark} lorry` : null,
  ...(name === 'purchases' && { invoice: text === 1 ? `INV ${mark}` : null }),
});

async function end(t: CaseContext, kind: Kind, document: Rec, plan: Plan): Promise<void> {
  if (plan.end === 'voided') t.requireStatus(await change(t, kind, document, { status: 0 }), 200);
  if (plan.end !== 'part') return;
  const [line] = linesOf(document);
  const lines = [{ lineId: lineOf(document), quantity: line?.quantity === '2' ? '1' : '4' }];
  t.requireStatus(await receive(t, kind, document, lines), 200);
}

const ENDS = ['draft', 'posted', 'voided', 'reversed'] as const;

/** Adjustments of each type and in each state that share days, stores and texts. */
export async function adjustmentListFixture(t: CaseContext): Promise<ListFixture> {
  const mark = t.name('arranged');
  const { itemId } = await stockFixture(t);
  const stores = await storesOf(t, 3);
  const days = await freeDays(t.as(), '/stock-adjustments', '');
  const rows: Rec[] = [];
  for (let i = 0; i < 10; i += 1) {
    const ending = ENDS[(i * 3) % ENDS.length];
    const texts = i % 2 === 0 ? { narration: `goods ${mark}` } : { adjustmentNo: `${mark}-${i}` };
    const fields = {
      storeId: stores[i % stores.length],
      date: days[(i * 3) % 4],
      type: i % 3,
      reason: i % 4 === 1 ? null : 'theft',
    };
    const post = ending === 'posted' || ending === 'reversed';
    const lines = [{ itemId, quantity: '1.5' }];
    const { id } = await t.as().create(`/stock-adjustments?post=${post}`, { ...fields, ...texts, lines });
    if (ending === 'voided' || ending === 'reversed')
      t.requireStatus(await t.as().patch(`/stock-adjustments/${id}`, { status: 2 }), 200);
    rows.push(await t.as().read(`/stock-adjustments/${id}`));
  }
  return { mark, rows, days, stores, suppliers: [] };
}
