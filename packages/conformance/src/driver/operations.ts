import { CONTRACT } from '../contract/specification-contract.ts';
import type { Operation } from '../specification/contract.ts';
import { pathOf } from '../specification/request.ts';
import type { Table } from '../specification/state.ts';
import { HANDLERS } from '../specification/subjects/index.ts';
import { tableAt } from './tables.ts';

/** Operations that the specification predicts, by what they do. */

export const SPECIFIED: readonly Operation[] = CONTRACT.operations.filter(({ id }) => Object.hasOwn(HANDLERS, id));

const find = (table: Table, method: string, path: RegExp): Operation | undefined =>
  SPECIFIED.find((one) => one.method === method && tableAt(one.path) === table && path.test(one.path));

/** Reads a single record whole. */
export const readerOf = (table: Table): Operation | undefined => find(table, 'GET', /\/\{id\}(\/full)?$/);

export const creatorOf = (table: Table): Operation | undefined =>
  find(table, 'POST', /^\/[^/]+(\/create-with-items)?$/);

/** Changes a record, other than by a receipt. */
export const changerOf = (table: Table): Operation | undefined => find(table, 'PATCH', /\/\{id\}(?!\/receive)/);

const paths = SPECIFIED.map((operation) => ({
  operation,
  path: new RegExp(`/v1${operation.path.replace(/\{\w+\}/, '[^/]+')}$`),
}));

/** The operation of a request that was sent. */
export const operationAt = (method: string, url: string): Operation | undefined =>
  paths.find(({ operation, path }) => operation.method === method && path.test(pathOf(url)))?.operation;
