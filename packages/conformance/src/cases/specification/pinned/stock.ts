import type { Script } from '../../../driver/script.ts';
import type { Rec } from '../../../engine/record.ts';
import { LINES } from '../../../specification/streams.ts';

/** What documents that move stock refer to, for pinned sequences. */

export const UNKNOWN = 999_999_999;
export const DAY = '2026-03-02';

export interface Stockroom {
  readonly stores: readonly number[];
  readonly suppliers: readonly number[];
  readonly taxes: readonly number[];
  /** With a rate above zero. */
  readonly tax: number;
  readonly plain: number;
  /** An item with two variants. */
  readonly sized: number;
  readonly small: number;
  readonly large: number;
  readonly combo: number;
  readonly untracked: number;
}

const idsOf = (rows: unknown): number[] => (rows as Rec[]).map(({ id }) => id);

export async function openStockroom(s: Script): Promise<Stockroom> {
  const list = async (path: string) => (await s.get(`${path}?limit=100&order=asc`)).data as Rec[];
  const item = (fields: object = {}) => s.post('/items', { name: s.name(), ...fields });
  const taxes = await list('/taxes');
  const { id: plain } = await item({ price: '3' });
  const sized = await item({ type: 1, variants: [{ name: 'S' }, { name: 'L' }] });
  const [small = 0, large = 0] = idsOf(sized.variants);
  const combo = await item({ type: 2, components: [{ itemId: plain, quantity: '1' }] });
  return {
    stores: idsOf(await list('/stores')),
    suppliers: idsOf(await list('/suppliers')),
    taxes: taxes.map(({ id }) => id),
    tax: taxes.find(({ rate }) => rate !== '0')?.id ?? 0,
    plain,
    sized: sized.id,
    small,
    large,
    combo: combo.id,
    untracked: (await item({ trackStock: false })).id,
  };
}

export const linesIn = ({ lines = [] }: Rec): Rec[] => lines as Rec[];

/** Pages of each list that `readPairs` reads. */
const PAGES = 4;

/** Reads a list by every two of its filters, in turn by each sort: its pages, on by cursor, and its stream. */
export async function readPairs(
  s: Script,
  list: string,
  filters: readonly string[],
  sorts: readonly string[],
): Promise<void> {
  const pairs = filters.flatMap((one, i) => filters.slice(i + 1).map((other) => [one, other] as const));
  for (const [n, [one, other]] of pairs.entries()) {
    if (one.split('=')[0] === other.split('=')[0]) continue;
    const url = `${list}${one}&${other}${sorts[n % sorts.length]}`;
    await s.get(url, { Accept: LINES });
    let after = '';
    for (let page = 0; page < PAGES; page += 1) {
      const { pagination } = await s.get(`${url}&limit=1${after}`);
      const { nextCursor } = (pagination ?? {}) as { nextCursor?: string | null };
      if (!nextCursor) break;
      after = `&cursor=${nextCursor}`;
    }
  }
}

/** Bounds by day and by instants that are another day in some of the stores' zones. */
export const BOUNDS: readonly string[] = ['02', '03', '04'].flatMap((day) =>
  ['', 'T05:00:00Z', 'T12:30:00Z', 'T19:00:00Z', 'T23:30:00%2B02:00'].flatMap((time) =>
    ['fromDate', 'toDate'].map((bound) => `${bound}=2001-05-${day}${time}`),
  ),
);

/** The day that is so many days after the latest day on Earth (UTC+14). */
export const daysAhead = (now: number, days: number): string =>
  new Date(now + 14 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
