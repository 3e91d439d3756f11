import { type Known, minimalBody } from '@tillgate/openapi/requests';
import { hasParameter, OPERATIONS, type Operation } from '../contract/bundle.ts';
import type { Caller } from './caller.ts';
import type { CaseContext } from './case-context.ts';
import type { Rec } from './record.ts';
import { Unavailable } from './unavailable.ts';

/** Lists with the records that properties and parameters refer to. */
const REFERENCES: Readonly<Record<string, string>> = {
  storeId: '/stores',
  fromStoreId: '/stores',
  toStoreId: '/stores',
  storeIds: '/stores',
  supplierId: '/suppliers',
  taxId: '/taxes',
  brandId: '/brands',
  groupId: '/categories',
  parentId: '/categories',
  itemId: '/items',
  itemIds: '/items',
  modifierIds: '/modifiers',
};

/** Ids of some of the caller's records of each kind. Creates missing ones. */
export async function referencesOf(t: CaseContext, caller: Caller): Promise<Known> {
  const { companyId } = caller.merchant;
  const kept = cache.get(t.session) ?? new Map<number, Known>();
  cache.set(t.session, kept);
  const references = kept.get(companyId) ?? (await findReferences(t, caller));
  kept.set(companyId, references);
  return references;
}

const cache = new WeakMap<object, Map<number, Known>>();

async function findReferences(t: CaseContext, caller: Caller): Promise<Known> {
  const references: Record<string, readonly unknown[]> = {};
  for (const path of ['/stores', '/suppliers', '/taxes', '/brands', '/categories', '/items', '/modifiers']) {
    const ids = await idsAt(t, caller, path, references);
    for (const [name, listed] of Object.entries(REFERENCES))
      if (listed === path && ids.length > 0) references[name] = ids;
    references[path] = ids;
  }
  if (references['/stores'] && references['/stores'].length > 1) {
    references.fromStoreId = references['/stores'].slice(0, 1);
    references.toStoreId = references['/stores'].slice(1, 2);
  }
  return references;
}

const WANTED = 3;

/** Items without variants or components, which every document accepts. */
const STANDARD = '&type=0';

async function idsAt(t: CaseContext, caller: Caller, path: string, references: Known): Promise<number[]> {
  if (!OPERATIONS.some((op) => op.method === 'GET' && op.path === path)) return [];
  const { data } = await caller.page(`${path}?limit=${WANTED}&status=1${path === '/items' ? STANDARD : ''}`);
  const ids = data.filter((record) => !isOfBackOffice(t, caller, record)).map(({ id }) => id);
  const create = creatorOf(path);
  while (create && ids.length < 2) ids.push((await createWith(t, caller, create, references)).id);
  return ids;
}

/** Leaves out items of the back-office file, whose stock and sales are compared with the file. */
function isOfBackOffice(t: CaseContext, { merchant }: Caller, { itemCode }: Rec): boolean {
  if (!itemCode || !merchant.backOffice) return false;
  const { items } = t.session.backOffice(merchant.role);
  return [...items.values()].some((item) => item.itemCode === itemCode);
}

export const creatorOf = (path: string): Operation | undefined =>
  OPERATIONS.find(({ method, path: other, body }) => method === 'POST' && body && isCreateOf(other, path));

const isCreateOf = (other: string, path: string): boolean => other === path || other === `${path}/create-with-items`;

/** Creates a record with only its required properties. */
export function createWith(
  t: CaseContext,
  caller: Caller,
  create: Operation,
  references: Known,
  fields = {},
): Promise<Rec> {
  return caller.create(urlOf(create), { ...bodyFor(t, create, references), ...fields });
}

/** A period that every report accepts. */
const DAYS: Readonly<Record<string, string>> = { from: '2026-03-01', to: '2026-03-02' };

/** Path of the operation with its required query parameters, without receiving or posting. */
export function urlOf(op: Operation, id?: number, references: Known = {}): string {
  const required = op.parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  const query = required.map(({ name }) => `${name}=${references[name]?.[0] ?? DAYS[name] ?? 'false'}`).join('&');
  return op.path.replace('{id}', String(id ?? '')) + (query && `?${query}`);
}

export function bodyFor(t: CaseContext, { body }: Operation, references: Known): Record<string, unknown> {
  return body ? minimalBody(body, references, () => t.name()) : {};
}

/** Id of a record that the operation accepts. */
export async function someId(t: CaseContext, caller: Caller, op: Operation, references: Known): Promise<number> {
  const list = op.path.slice(0, op.path.indexOf('/{'));
  const create = creatorOf(list);
  if (create) return (await createWith(t, caller, create, references)).id;
  const [id] = (await caller.page(`${list}?limit=1`)).data.map((record) => record.id);
  if (id === undefined) throw new Unavailable(`no record at ${list}`);
  return id;
}

export const takesId = (op: Operation): boolean => hasParameter(op, 'id');

/** A request the operation accepts, for a record that it may change. Each call has a new body. */
export async function requestOf(t: CaseContext, caller: Caller, op: Operation) {
  const references = await referencesOf(t, caller);
  const id = takesId(op) ? await someId(t, caller, op, references) : undefined;
  const body = () => (op.method === 'POST' ? bodyFor(t, op, references) : changeOf(op));
  return { references, id, url: urlOf(op, id, references), body };
}

/** A change accepted by every record of the kind. */
export function changeOf({ path }: Operation): Record<string, unknown> {
  if (path.endsWith('/receive')) return {};
  return /orders|transfers|adjustments/.test(path) ? { narration: 'conf' } : { status: 1 };
}
