import type { Operation } from '../../../contract/contract.ts';
import type { AppDescription } from '../../../control/apps/describe-app.ts';
import type { Merchant } from '../../../control/merchants/merchants.ts';
import type { ConsoleVisit } from '../audience.ts';
import { type ApiCall, runCall } from '../first-call/run-call.ts';
import { filtersOf, operationsOf, readAt } from './api-operations.ts';

/** What is read, and for whom. */
export interface Asked {
  readonly merchant: Merchant;
  readonly app: AppDescription;
  readonly operations: readonly Operation[];
  /** Below the base URL. */
  readonly path: string;
  readonly operation: Operation;
  /** Parameters of the operation. */
  readonly query: URLSearchParams;
}

/** Sends a request with the app's own token, so that what is seen is what the app gets. */
export async function send(visit: ConsoleVisit, { app, merchant }: Pick<Asked, 'app' | 'merchant'>, call: ApiCall) {
  const of = { appId: app.id, companyId: merchant.companyId };
  const { accessToken } = await visit.operations.call('app.token', of);
  return runCall(visit.deps, accessToken, call);
}

export const targetOf = ({ path, query }: Pick<Asked, 'path' | 'query'>): string =>
  query.size > 0 ? `${path}?${query}` : path;

export const read = (visit: ConsoleVisit, asked: Asked) => send(visit, asked, { path: targetOf(asked) });

/** Reads what the page's query names, or else the first list. Undefined if the app has no such list. */
export async function askedBy(
  visit: ConsoleVisit,
  merchant: Merchant,
  app: AppDescription,
  given: URLSearchParams,
): Promise<Asked | undefined> {
  const operations = await operationsOf(app.product);
  const path = given.get('path') ?? '/stores';
  const operation = readAt(operations, path);
  if (!operation) return undefined;
  const query = new URLSearchParams();
  const set = (name: string, value: string | undefined) => value && query.set(name, value);
  const defaults = await defaultsOf(visit, merchant, operation);
  for (const { name, required } of filtersOf(operation))
    set(name, given.get(name)?.trim() || (required || name === 'includeLines' ? defaults[name] : undefined));
  set('cursor', operation.queryParameters.has('cursor') ? (given.get('cursor') ?? undefined) : undefined);
  return { merchant, app, operations, path, operation, query };
}

/** Values of required parameters that are missing. Lists are read without lines. */
async function defaultsOf(
  { operations, deps }: ConsoleVisit,
  { companyId }: Merchant,
  { queryParameters }: Operation,
): Promise<Readonly<Record<string, string>>> {
  const day = (ago: number) => new Date(deps.clock() - ago * 86_400_000).toISOString().slice(0, 10);
  const days = { from: day(7), to: day(1), includeLines: 'false' };
  if (!queryParameters.get('storeId')?.required) return days;
  const { data } = await operations.call('store.list', { companyId });
  return { ...days, storeId: String(data[0]?.storeId ?? '') };
}
