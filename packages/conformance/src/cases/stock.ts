import type { Answer } from '../http/send.ts';
import type { Rec } from '../run/caller.ts';
import type { CaseContext } from '../run/case-context.ts';
import { knownOf } from '../run/known.ts';

/** What the cases of stock documents share. */

export interface Line {
  readonly id: number;
  readonly quantity: string;
  readonly received: string;
  readonly outstanding: string;
}

export const linesOf = (record: Rec): Line[] => record.lines as Line[];

export const DAY = '2026-03-02';

/** Two stores, a supplier and a new counted item. */
export async function scene(
  t: CaseContext,
): Promise<{ here: number; there: number; supplierId: number; itemId: number }> {
  const known = await knownOf(t, t.as());
  const [here = 0, there = 0] = (known['/stores'] ?? []).map(Number);
  const { id } = await t.as().create('/items', { name: t.name('item'), trackStock: true });
  return { here, there, supplierId: Number(known.supplierId?.[0]), itemId: id };
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
export const addStock = (t: CaseContext, storeId: number, itemId: number, quantity: string): Promise<Rec> =>
  t.as().create('/stock-adjustments?post=true', { storeId, date: DAY, type: 1, lines: [{ itemId, quantity }] });

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

/** The answer is a conflict of states that says what is allowed. */
export function conflict(t: CaseContext, answer: Answer): void {
  t.answered(answer, 409, 'partner.state_conflict');
  const { details = [] } = answer.body as { details?: unknown[] };
  t.check(details.length > 0, 'the conflict does not say what is allowed', answer);
}
