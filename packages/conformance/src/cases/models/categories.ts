import fc from 'fast-check';
import { UNKNOWN_ID } from '../fixtures/records.ts';
import { orStatus, PLAIN, type PlainDraft, plainBody, taken } from './brands.ts';
import type { Fields } from './compare.ts';
import {
  CONFLICT,
  change,
  create,
  DUPLICATE,
  type Kind,
  list,
  type ModelRecord,
  read,
  type SequenceModel,
  UNKNOWN_REFERENCE,
  which,
} from './kind.ts';

/** Categories: a tree without cycles, with names unique under one parent. */

interface CategoryDraft extends PlainDraft {
  readonly sortOrder?: number;
  readonly color?: string | null;
  /** The new parent: another category, none, or an unknown one. */
  readonly parent?: number | 'none' | 'nobody';
}

type CategoryModel = SequenceModel<undefined>;

/** True if `id` is the category or below it. */
function isWithin(model: CategoryModel, id: unknown, category: number): boolean {
  for (let at: unknown = id; at !== null && at !== undefined; at = parentOf(model, at))
    if (at === category) return true;
  return false;
}

const parentOf = (model: CategoryModel, id: unknown): unknown =>
  model.records.find((one) => one.id === id)?.fields.parentId;

function parentBody(model: CategoryModel, parent: CategoryDraft['parent']): Fields {
  if (parent === undefined) return {};
  if (parent === 'none') return { parentId: null };
  return { parentId: parent === 'nobody' ? UNKNOWN_ID : (model.pick(parent)?.id ?? null) };
}

/** True if another category has a request's name and parent. */
function isNamesake(body: Fields, model: CategoryModel, record?: ModelRecord): boolean {
  const { name, parentId = null } = { ...record?.fields, ...body };
  if (body.name === undefined && body.parentId === undefined) return false;
  return model.records.some(
    ({ id, fields }) => id !== record?.id && fields.name === name && fields.parentId === parentId,
  );
}

function rejections(body: Fields, model: CategoryModel, record?: ModelRecord): string[] {
  const { parentId } = body;
  const isCircle = record !== undefined && isWithin(model, parentId, record.id);
  return [
    ...(taken(body, model, record, ['externalId']) || isNamesake(body, model, record) ? [DUPLICATE] : []),
    ...(isCircle ? [CONFLICT] : []),
    ...(parentId === UNKNOWN_ID ? [UNKNOWN_REFERENCE] : []),
  ];
}

const DEFAULTS = { status: 1, parentId: null, sortOrder: 0, color: null, externalId: null };

export const CATEGORIES: Kind<CategoryDraft, undefined> = {
  name: 'category',
  list: '/categories',
  create: '/categories',
  one: (id) => `/categories/${id}`,
  change: (id) => `/categories/${id}`,
  sorts: ['entryDate', 'updatedAt', 'name', 'sortOrder'],
  writesAnswerWhole: true,
  createFixture: async () => undefined,
  scope: ({ mark }) => `search=${mark}`,
  draft: fc.record(
    {
      ...PLAIN,
      sortOrder: fc.constantFrom(0, 1, 2),
      color: fc.constantFrom('#B5651D', null),
      parent: fc.oneof(
        { weight: 6, arbitrary: which },
        { weight: 3, arbitrary: fc.constant('none' as const) },
        { weight: 1, arbitrary: fc.constant('nobody' as const) },
      ),
    },
    { requiredKeys: [] },
  ),
  proves: ['categories.no_cycles', 'categories.unique_name', 'categories.sort_order'],
  examples: [
    [
      create({ sortOrder: 1, color: '#B5651D' }),
      create({ parent: 0, sortOrder: 2 }),
      create({ parent: 1, external: 'new' }),
      change(0, { parent: 0 }),
      change(0, { parent: 2 }),
      create({ name: 2, parent: 1 }),
      create({ name: 2, parent: 0 }),
      change(3, { parent: 1 }),
      change(2, { parent: 'none', color: null }),
      change(0, { parent: 2 }, 'current'),
      change(2, { parent: 1 }),
      change(1, { parent: 'nobody' }),
      change(1, { status: 0 }, 'stale'),
      change(1, { status: 0 }),
      read(1),
      list(3, 'asc'),
      list(3, 'desc', 1),
    ],
  ],
  body: (draft, model, record) => {
    const { sortOrder, color, parent } = draft;
    return orStatus({
      ...plainBody(draft, model, !record),
      ...(sortOrder !== undefined && { sortOrder }),
      ...(color !== undefined && { color }),
      ...parentBody(model, parent),
    });
  },
  rejections,
  after: (body, _seen, _model, record) => ({ ...(record?.fields ?? DEFAULTS), ...body }),
};
