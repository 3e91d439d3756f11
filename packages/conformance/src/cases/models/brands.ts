import fc from 'fast-check';
import type { Fields } from './compare.ts';
import { change, create, DUPLICATE, type Kind, list, read, type SequenceModel, which } from './kind.ts';

/** Brands, and what all simple records share: texts, a status, an external id. */

export interface PlainDraft {
  readonly status?: 0 | 1;
  readonly text?: string | null;
  /** A new external id, none, or another record's. */
  readonly external?: 'new' | 'none' | number;
  /** A new name, or another record's. */
  readonly name?: 'new' | number;
}

export const status = fc.constantFrom<0 | 1>(0, 1);
export const text = fc.constantFrom('one', 'two', 'ẞ 🍌', null);

export const PLAIN = {
  status,
  text,
  external: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom<'new' | 'none'>('new', 'none') },
    { weight: 1, arbitrary: which },
  ),
  name: fc.oneof({ weight: 4, arbitrary: fc.constant('new' as const) }, { weight: 1, arbitrary: which }),
};

/** Fields of a draft for any record. New records always get a name. */
export function plainBody<Draft extends PlainDraft, Fixture>(
  draft: Draft,
  model: SequenceModel<Fixture>,
  isNew: boolean,
): Fields {
  const { status: state, external, name = isNew ? 'new' : undefined } = draft;
  const other = (among: unknown, field: string) =>
    typeof among === 'number' ? (model.pick(among)?.fields[field] ?? undefined) : undefined;
  const named = name === undefined ? undefined : (other(name, 'name') ?? model.newName());
  const externalId = external === 'none' ? null : (other(external, 'externalId') ?? `${model.newName()} x`);
  return {
    ...(state !== undefined && { status: state }),
    ...(named !== undefined && { name: named }),
    ...(external !== undefined && { externalId }),
  };
}

/** Turns an empty change into a change of status. */
export const orStatus = (body: Fields): Fields => (Object.keys(body).length > 0 ? body : { status: 1 });

/** True if another record has one of these values. */
export const taken = <Fixture>(
  body: Fields,
  model: SequenceModel<Fixture>,
  record: { id: number } | undefined,
  fields: readonly string[],
): boolean =>
  fields.some(
    (field) =>
      (body[field] ?? null) !== null &&
      model.records.some((one) => one.id !== record?.id && one.fields[field] === body[field]),
  );

export const BRANDS: Kind<PlainDraft, undefined> = {
  name: 'brand',
  list: '/brands',
  create: '/brands',
  one: (id) => `/brands/${id}`,
  change: (id) => `/brands/${id}`,
  sorts: ['entryDate', 'updatedAt', 'name'],
  writesAnswerWhole: true,
  createFixture: async () => undefined,
  scope: ({ mark }) => `search=${mark}`,
  draft: fc.record(PLAIN, { requiredKeys: [] }),
  proves: ['brands.unique_name'],
  examples: [
    [
      create({ text: 'one', external: 'new' }),
      create({ name: 0 }),
      create({ status: 0 }),
      change(0, { text: null }, 'current'),
      change(0, { status: 0 }, 'stale'),
      read(0),
      change(1, { external: 0 }),
      change(0, { name: 'new' }),
      read(0),
      read(0),
      change(1, { name: 0 }),
      change(0, { external: 'none' }),
      list(2, 'asc', 0),
      list(1, 'desc'),
    ],
  ],
  body: (draft, model, record) => {
    const description = draft.text === undefined ? {} : { description: draft.text };
    return orStatus({ ...plainBody(draft, model, !record), ...description });
  },
  rejections: (body, model, record) => (taken(body, model, record, ['name', 'externalId']) ? [DUPLICATE] : []),
  after: (body, _seen, _model, record) => ({
    ...(record?.fields ?? { status: 1, description: null, externalId: null }),
    ...body,
  }),
};
