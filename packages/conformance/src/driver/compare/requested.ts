import { asReceived } from '../../http/request.ts';
import type { Sent } from '../../http/send.ts';
import type { Operation } from '../../specification/contract.ts';
import { queryOf } from '../../specification/request.ts';
import { isObject } from '../../specification/shape.ts';
import { operationAt } from '../operations.ts';

/** A request as the rules of its response see it. */
export interface Requested {
  readonly operation: Operation | undefined;
  readonly method: string;
  readonly query: URLSearchParams;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Families of rule ids that concern the operation, the most specific one first. */
  readonly families: readonly string[];
}

export function requested({ method, url, headers, body }: Sent): Requested {
  const operation = operationAt(method === 'HEAD' ? 'GET' : method, url);
  return {
    operation,
    method,
    query: queryOf(url),
    headers: asReceived(headers),
    body: parsed(body),
    families: familiesOf(operation?.path ?? ''),
  };
}

/** Families of rules that are not called like the last segment of the path. */
const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  '/items/{id}/stock': ['stock', 'items'],
  '/stock-movements': ['stock', 'items'],
  '/items/batch': ['batches', 'items'],
  '/items': ['items', 'modifiers'],
  '/purchase-orders': ['purchases', 'documents'],
  '/stock-transfers': ['transfers', 'documents'],
  '/stock-adjustments': ['adjustments', 'documents'],
  '/stores/{id}/open-orders': ['open_orders'],
  '/reports/daily-sales': ['reports'],
  '/reports/sales-by-item': ['sales_by_item', 'reports'],
  '/reports/stock-on-hand': ['stock_on_hand', 'stock'],
};

const familiesOf = (path: string): readonly string[] =>
  Object.entries(FAMILIES).find(([begin]) => path.startsWith(begin))?.[1] ?? [path.split('/')[1] ?? ''];

function parsed(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? '');
  } catch {
    return undefined;
  }
}

export const valueAt = (pointer: string, body: unknown): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce((value: unknown, name) => {
      if (Array.isArray(value)) return value[Number(name)];
      return isObject(value) ? value[name] : undefined;
    }, body);
