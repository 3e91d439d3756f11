import type { Script } from '../../../driver/script.ts';
import type { Rec } from '../../../run/record.ts';

/** Records that documents which move stock refer to. */

export const DAY = '2026-03-02';

export interface Stockroom {
  readonly stores: readonly number[];
  readonly suppliers: readonly number[];
  readonly plain: number;
  /** An item with two variants. */
  readonly sized: number;
  readonly small: number;
  readonly large: number;
}

const idsOf = (rows: unknown): number[] => (rows as Rec[]).map(({ id }) => id);

export async function openStockroom(s: Script): Promise<Stockroom> {
  const list = async (path: string) => (await s.get(`${path}?limit=100&order=asc`)).data as Rec[];
  const item = (fields: object = {}) => s.post('/items', { name: s.name(), ...fields });
  const { id: plain } = await item({ price: '3' });
  const sized = await item({ type: 1, variants: [{ name: 'S' }, { name: 'L' }] });
  const [small = 0, large = 0] = idsOf(sized.variants);
  return {
    stores: idsOf(await list('/stores')),
    suppliers: idsOf(await list('/suppliers')),
    plain,
    sized: sized.id,
    small,
    large,
  };
}

export const linesIn = ({ lines = [] }: Rec): Rec[] => lines as Rec[];
