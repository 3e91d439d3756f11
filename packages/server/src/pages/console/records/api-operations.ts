import clientSamples from '@tillgate/openapi/client-samples.json' with { type: 'json' };
import { contractOperations, type Operation, type Parameter } from '../../../contract/contract.ts';
import { type Product, SCOPE_SETS } from '../../../control/products.ts';
import { inWords } from '../../kit/fields.ts';

/** Operations that an app of the product may call. */
export async function operationsOf(product: Product): Promise<readonly Operation[]> {
  const scopes = SCOPE_SETS[product];
  return (await contractOperations()).filter(({ scope }) => scope && scopes.has(scope));
}

const reads = (operations: readonly Operation[]) => operations.filter(({ method }) => method === 'get');

/** Operations that read many records or a report. */
export const listsOf = (operations: readonly Operation[]): Operation[] =>
  reads(operations).filter(({ pathParameters }) => pathParameters.length === 0);

const segmentsOf = (path: string): string[] => path.split('/').slice(1);

/** True if the operation serves the path, as `/items/:id` serves `/items/100231`. */
const isAt = (path: string, operation: Pick<Operation, 'path'>): boolean => {
  const [asked, own] = [segmentsOf(path), segmentsOf(operation.path)];
  return (
    asked.length === own.length &&
    own.every((part, at) => (part.startsWith(':') ? /^[1-9]\d{0,15}$/.test(asked[at] ?? '') : part === asked[at]))
  );
};

export const readAt = (operations: readonly Operation[], path: string): Operation | undefined =>
  reads(operations).find((operation) => isAt(path, operation));

const withId = ({ path }: Operation, id: number | string): string => path.replace(':id', String(id));

/** Path of a record of a list; undefined if it cannot be read by itself. */
export function recordPath(operations: readonly Operation[], list: string, id: number): string | undefined {
  const found = reads(operations).find(({ path }) => path === `${list}/:id` || path === `${list}/:id/full`);
  return found && withId(found, id);
}

/** List and id in the path of a record or a part of it, such as `/items` and `100231`. */
export function recordAt(path: string): { readonly list: string; readonly id: string } | undefined {
  const [, list, id] = /^(\/[\w-]+)\/(\d+)(?:\/|$)/.exec(path) ?? [];
  return list && id ? { list, id } : undefined;
}

/** A logged path below the base URL. */
export const belowBase = (logged: string): string => logged.replace(/^(?:\/alias)?\/v1/, '');

/** Path of the record, or list, that a logged request was about. */
export function pathOfRequest(operations: readonly Operation[], logged: string): string | undefined {
  const path = belowBase(logged);
  const record = recordAt(path);
  if (record) return recordPath(operations, record.list, Number(record.id));
  return readAt(operations, path) ? path : undefined;
}

/** Paths of a record's parts that can be read, such as its stock. */
export function partsOf(operations: readonly Operation[], path: string): string[] {
  const record = recordAt(path);
  if (!record) return [];
  return reads(operations)
    .filter((one) => one.path.startsWith(`${record.list}/:id`))
    .map((one) => withId(one, record.id));
}

export function updateAt(operations: readonly Operation[], path: string): Operation | undefined {
  const record = recordAt(path);
  const isWhole = record && [`${record.list}/${record.id}`, `${record.list}/${record.id}/full`].includes(path);
  if (!isWhole) return undefined;
  return operations.find(
    ({ id, method, path: own }) =>
      method === 'patch' && id.startsWith('update') && own.startsWith(`${record.list}/:id`),
  );
}

export const createAt = (operations: readonly Operation[], list: string): Operation | undefined =>
  operations.find(
    ({ id, method, path }) =>
      method === 'post' && id.startsWith('create') && (path === list || path.startsWith(`${list}/`)),
  );

/** `/reports/daily-sales` is "Daily sales", and `/allowedActions` "Allowed actions". */
export const titleOf = (path: string): string =>
  inWords((segmentsOf(path).findLast((part) => !/^(?:\d+|:id|full)$/.test(part)) ?? '').replaceAll('-', ' '));

/** Lists that contain the records a property refers to. */
const REFERENCES: Readonly<Record<string, string>> = {
  itemId: '/items',
  groupId: '/categories',
  parentId: '/categories',
  brandId: '/brands',
  taxId: '/taxes',
  storeId: '/stores',
  fromStoreId: '/stores',
  toStoreId: '/stores',
  supplierId: '/suppliers',
  modifierIds: '/modifiers',
  itemIds: '/items',
};

export const referredList = (operations: readonly Operation[], property: string): string | undefined =>
  listsOf(operations).find(({ path }) => path === REFERENCES[property])?.path;

/** Path of the record that a value refers to; undefined if it cannot be read. */
export function referredBy(operations: readonly Operation[], property: string, value: unknown): string | undefined {
  const list = REFERENCES[property];
  return list !== undefined && typeof value === 'number' ? recordPath(operations, list, value) : undefined;
}

/** Parameters that the data browser does not offer. It waits for no changes. */
const UNOFFERED = new Set(['page', 'cursor', 'companyId', 'wait']);

export const filtersOf = ({ queryParameters }: Operation): Parameter[] =>
  [...queryParameters.values()].filter(({ name }) => !UNOFFERED.has(name));

const SAMPLES: Readonly<Record<string, string | undefined>> = clientSamples;

/** The call with @tillgate/client, after `app.merchant(…)`. */
export function clientCall({ id, queryParameters }: Operation, path: string, query: URLSearchParams): string {
  const [, method = id] = /tillgate\.([\w.]+)\(/.exec(SAMPLES[id] ?? '') ?? [];
  const entries = [...query].map(([name, value]) => `${name}: ${literal(queryParameters.get(name), value)}`);
  const record = recordAt(path);
  const args = [...(record ? [record.id] : []), ...(entries.length > 0 ? [`{ ${entries.join(', ')} }`] : [])];
  return `${method}(${args.join(', ')})`;
}

function literal(parameter: Parameter | undefined, value: string): string {
  const { type, items } = parameter?.schema ?? {};
  if ([type].flat().includes('array')) {
    const quote = items?.type === 'integer' ? (text: string) => text : quoted;
    return `[${value.split(',').map(quote).join(', ')}]`;
  }
  return /^(?:integer|number|boolean)$/.test(String(type)) ? value : quoted(value);
}

const quoted = (text: string): string => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
