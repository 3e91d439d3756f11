import fc from 'fast-check';
import type { Rec } from '../../engine/record.ts';
import { UNKNOWN_ID } from '../fixtures/records.ts';
import type { Fields } from './compare.ts';
import {
  CONFLICT,
  DUPLICATE,
  INVALID,
  type ModelRecord,
  type SequenceModel,
  UNKNOWN_REFERENCE,
  which,
} from './kind.ts';

/** Codes, variants, components and store overrides of an item. */

type ItemModel = SequenceModel<{ readonly stores: readonly number[] }>;

/** A new value, or another record's. */
type Value = 'new' | number;

export interface PartsDraft {
  readonly code?: Value;
  readonly barcodes?: readonly Value[];
  /** Changes to the variants in order; variants beyond them are omitted. */
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
    { minLength: 1, maxLength: 3 },
  ),
  components: fc.array(which, { minLength: 1, maxLength: 2 }),
  stores: fc.array(fc.record({ price: fc.constantFrom('1.5', null), status: fc.constantFrom<0 | 1>(0, 1) }), {
    maxLength: 2,
  }),
};

const partsOf = (fields: Fields, name: string): Fields[] => (fields[name] ?? []) as Fields[];

export function partsBody(draft: PartsDraft & { type: number }, model: ItemModel, before?: Fields): Fields {
  const type = Number(before?.type ?? draft.type);
  const { code, barcodes, stores, variants = before ? undefined : [{ take: 'new' as const }], components } = draft;
  const combined = type === 2 && (components ?? (before ? undefined : [0]));
  return {
    ...(!before && { type }),
    ...(code !== undefined && { itemCode: codeOf(code, model, ({ itemCode }) => [itemCode]) }),
    ...(barcodes && { barcodes: [...new Set(barcodes.map((one) => codeOf(one, model, barcodesOf)))] }),
    ...(stores && {
      stores: stores.map((one, i) => ({ storeId: model.fixture.stores[i], lowStockLevel: null, ...one })),
    }),
    ...(type === 1 && variants && { variants: variantsBody(variants, model, partsOf(before ?? {}, 'variants')) }),
    ...(combined && { components: combined.map((at) => componentBody(at, model)) }),
  };
}

const barcodesOf = ({ barcodes }: Fields): unknown[] => barcodes as unknown[];

const codeOf = (one: Value, model: ItemModel, of: (fields: Fields) => unknown[]): unknown => {
  const taken = one === 'new' ? [] : of(model.pick(one)?.fields ?? { barcodes: [] });
  return taken[0] ?? model.newName().replaceAll(' ', '-');
};

/** Remaining variants are sent in full with their id, since the effect of omitted values is unspecified. */
function variantsBody(
  takes: NonNullable<PartsDraft['variants']>,
  model: ItemModel,
  before: readonly Fields[],
): Fields[] {
  const sent = takes.flatMap(({ take }, i) => {
    const old = before[i];
    if (take === 'new' || !old) return [{ name: model.newName(), barcodes: [], price: null }];
    if (take === 'drop') return [];
    return [take === 'edit' ? { ...old, price: '3.75', cost: '1' } : old];
  });
  return sent.length > 0 ? sent : [{ name: model.newName() }];
}

function componentBody(at: number, model: ItemModel): Fields {
  const item = model.pick(at);
  const [variant] = partsOf(item?.fields ?? {}, 'variants');
  return { itemId: item?.id ?? UNKNOWN_ID, variantId: variant?.id ?? null, quantity: '1.5' };
}

export function partsRejections(body: Fields, model: ItemModel, record?: ModelRecord): string[] {
  const others = model.records.filter(({ id }) => id !== record?.id);
  const has = (fields: Fields, name: string, one: unknown) =>
    [fields, ...partsOf(fields, 'variants')].some((owner) => [owner[name]].flat().includes(one));
  const taken =
    others.some(({ fields }) => body.itemCode !== undefined && has(fields, 'itemCode', body.itemCode)) ||
    others.some(({ fields }) => ((body.barcodes ?? []) as unknown[]).some((one) => has(fields, 'barcodes', one)));
  return [
    ...(taken ? [DUPLICATE] : []),
    ...componentRejections(body, model),
    ...(record && body.variants && isNeeded(body, model, record) ? [CONFLICT] : []),
  ];
}

/** A combo consists of existing items that are not combos. */
function componentRejections(body: Fields, model: ItemModel): string[] {
  return partsOf(body, 'components').flatMap(({ itemId }) => {
    const item = model.records.find(({ id }) => id === itemId);
    return item && item.fields.type !== 2 ? [] : [CONFLICT, UNKNOWN_REFERENCE, INVALID];
  });
}

/** True if a removed variant is part of a combo. */
function isNeeded(body: Fields, model: ItemModel, record: ModelRecord): boolean {
  const kept = new Set(partsOf(body, 'variants').map(({ id }) => id));
  const gone = partsOf(record.fields, 'variants').filter(({ id }) => !kept.has(id));
  const parts = model.records.flatMap(({ fields }) => partsOf(fields, 'components'));
  return gone.some(({ id }) => parts.some(({ variantId }) => variantId === id));
}

/** Variants after a request. Those sent with an id keep it. */
export function partsAfter(body: Fields, seen: Rec, before?: Fields): Fields {
  if (!body.variants) return {};
  const shown = partsOf(seen, 'variants');
  const ids = new Set(partsOf(before ?? {}, 'variants').map(({ id }) => id));
  const variants = partsOf(body, 'variants').map((sent, i) => {
    const { id, itemCode } = shown[i] ?? {};
    const own = { id: ids.has(id) ? 'a new one' : id, itemCode, barcodes: [], price: null, cost: null };
    return { ...own, ...sent };
  });
  return { variants };
}
