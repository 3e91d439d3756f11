import type { CaseContext } from '../../engine/case-context.ts';
import type { Rec } from '../../engine/record.ts';

/** Contents of filtered lists. */

/** Ids of the given records that a list contains. */
export async function listed(t: CaseContext, path: string, among: readonly Rec[]): Promise<number[]> {
  const ids = new Set(among.map(({ id }) => id));
  return (await t.as().all(path))
    .map(({ id }) => id)
    .filter((id) => ids.has(id))
    .toSorted((a, b) => a - b);
}

export const idsOf = (records: readonly (Rec | undefined)[]): number[] =>
  records.flatMap((record) => (record ? [record.id] : [])).toSorted((a, b) => a - b);

/** Asserts which of the given records a filter selects. */
export async function expectFiltered(
  t: CaseContext,
  path: string,
  query: string,
  among: readonly Rec[],
  expected: readonly Rec[],
): Promise<void> {
  t.equal(await listed(t, `${path}?${query}`, among), idsOf(expected), `GET ${path}?${query}`);
}

/** Removes accents and case, as searches do. */
const folded = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase().replaceAll('ς', 'σ');

/** True if every word of a search occurs in the texts, regardless of case and accents. */
export function wordsOccur(search: string, texts: readonly unknown[]): boolean {
  const all = folded(texts.map((text) => String(text ?? '')).join('\n'));
  return folded(search)
    .split(/\s+/)
    .every((word) => all.includes(word));
}
