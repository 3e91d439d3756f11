import type { Rec } from '../../engine/caller.ts';
import type { CaseContext } from '../../engine/case-context.ts';

/** Records that a filtered list has. */

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
export async function expectFiltered(
  t: CaseContext,
  path: string,
  query: string,
  among: readonly Rec[],
  expected: readonly Rec[],
): Promise<void> {
  t.equal(await listed(t, `${path}?${query}`, among), idsOf(expected), `GET ${path}?${query}`);
}

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
