import fc from 'fast-check';
import type { Rec } from '../../engine/caller.ts';
import { UNKNOWN_ID } from '../fixtures/records.ts';
import type { Fields } from './compare.ts';
import { CONFLICT, DUPLICATE, INVALID, type Model, type Records, UNKNOWN_REFERENCE, which } from './kind.ts';

/** Codes, variants, components and store overrides of an item. */

type ItemWorld = Records<{ readonly stores: readonly number[] }>;

/** A new value, or one that another record has. */
type Value = 'new' | number;

export interface PartsDraft {
  readonly code?: Value;
  readonly barcodes?: readonly Value[];
  /** What becomes of each variant; further ones are left out. */
  readonly variants?: readonly { readonly take: 'keep' | 'edit' | 'drop' | 'new' }[];
  readonly components?: readonly number[];
  readonly stores?: readonly { readonly price: string | null; readonly status: 0 | 1 }[];
}

const value = fc.oneof({ weight: 5, arbitrary: fc.constant('new' as const) }, { weight: 1, arbitrary: which });

export const PARTS = {
  code: value,
  barcodes: fc.array(value, { maxLength: 2 }),
  variants: fc.array(
    fc.record({ take: fc.constantFrom<'keep' | 'edit' | 'drop' | 'new'>('keep', 'edit', 'drop', 'new') }),
    {
      minLength: 1,
      maxLength: 3,
    },
  ),
  components: fc.array(which, { minLength: 1, maxLength: 2 }),
  stores: fc.array(fc.record({ price: fc.constantFrom('1.5', null), status: fc.constantFrom<0 | 1>(0, 1) }), {
    maxLength: 2,
  }),
};

const partsOf = (fields: Fields, name: string): Fields[] => (fields[name] ?? []) as Fields[];

export function partsBody(draft: PartsDraft & { type: number }, world: ItemWorld, before?: Fields): Fields {
  const type = Number(before?.type ?? draft.type);
  const { code, barcodes, stores, variants = before ? undefined : [{ take: 'new' as const }], components } = draft;
  const combined = type === 2 && (components ?? (before ? undefined : [0]));
  return {
    ...(!before && { type }),
    ...(code !== undefined && { itemCode: codeOf(code, world, ({ itemCode }) => [itemCode]) }),
    ...(barcodes && { barcodes: [...new Set(barcodes.map((one) => codeOf(one, world, barcodesOf)))] }),
    ...(stores && {
      stores: stores.map((one, i) => ({ storeId: world.around.stores[i], lowStockLevel: null, ...one })),
    }),
    ...(type === 1 && variants && { variants: variantsBody(variants, world, partsOf(before ?? {}, 'variants')) }),
    ...(combined && { components: combined.map((at) => componentBody(at, world)) }),
  };
}

const barcodesOf = ({ barcodes }: Fields): unknown[] => barcodes as unknown[];

const codeOf = (one: Value, world: ItemWorld, of: (fields: Fields) => unknown[]): unknown => {
  const known = one === 'new' ? [] : of(world.at(one)?.fields ?? { barcodes: [] });
  return known[0] ?? world.newName().replaceAll(' ', '-');
};

/** Variants that stay are sent whole, with their id: what of them may be left out is nobody's rule. */
function variantsBody(
  takes: NonNullable<PartsDraft['variants']>,
  world: ItemWorld,
  before: readonly Fields[],
): Fields[] {
  const sent = takes.flatMap(({ take }, i) => {
    const old = before[i];
    if (take === 'new' || !old) return [{ name: world.newName(), barcodes: [], price: null }];
    if (take === 'drop') return [];
    return [take === 'edit' ? { ...old, price: '3.75', cost: '1' } : old];
  });
  return sent.length > 0 ? sent : [{ name: world.newName() }];
}

function componentBody(at: number, world: ItemWorld): Fields {
  const item = world.at(at);
  const [variant] = partsOf(item?.fields ?? {}, 'variants');
  return { itemId: item?.id ?? UNKNOWN_ID, variantId: variant?.id ?? null, quantity: '1.5' };
}

export function partsRefusals(body: Fields, world: ItemWorld, record?: Model): string[] {
  const others = world.records.filter(({ id }) => id !== record?.id);
  const has = (fields: Fields, name: string, one: unknown) =>
    [fields, ...partsOf(fields, 'variants')].some((owner) => [owner[name]].flat().includes(one));
  const taken =
    others.some(({ fields }) => body.itemCode !== undefined && has(fields, 'itemCode', body.itemCode)) ||
    others.some(({ fields }) => ((body.barcodes ?? []) as unknown[]).some((one) => has(fields, 'barcodes', one)));
  return [
    ...(taken ? [DUPLICATE] : []),
    ...componentRefusals(body, world),
    ...(record && body.variants && isNeeded(body, world, record) ? [CONFLICT] : []),
  ];
}

/** A combo is of items that there are, and of no combo. */
function componentRefusals(body: Fields, world: ItemWorld): string[] {
  return partsOf(body, 'components').flatMap(({ itemId }) => {
    const item = world.records.find(({ id }) => id === itemId);
    return item && item.fields.type !== 2 ? [] : [CONFLICT, UNKNOWN_REFERENCE, INVALID];
  });
}

/** Whether a variant is left out that a combo is made of. */
function isNeeded(body: Fields, world: ItemWorld, record: Model): boolean {
  const kept = new Set(partsOf(body, 'variants').map(({ id }) => id));
  const gone = partsOf(record.fields, 'variants').filter(({ id }) => !kept.has(id));
  const parts = world.records.flatMap(({ fields }) => partsOf(fields, 'components'));
  return gone.some(({ id }) => parts.some(({ variantId }) => variantId === id));
}

/** Variants as they come to be: those that were sent with an id have it still. */
export function partsAfter(body: Fields, seen: Rec, before?: Fields): Fields {
  if (!body.variants) return {};
  const shown = partsOf(seen, 'variants');
  const known = new Set(partsOf(before ?? {}, 'variants').map(({ id }) => id));
  const variants = partsOf(body, 'variants').map((sent, i) => {
    const { id, itemCode } = shown[i] ?? {};
    const own = { id: known.has(id) ? 'a new one' : id, itemCode, barcodes: [], price: null, cost: null };
    return { ...own, ...sent };
  });
  return { variants };
}
