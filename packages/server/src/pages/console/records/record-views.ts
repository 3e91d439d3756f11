import { html } from 'hono/html';
import type { Operation, Parameter } from '../../../contract/contract.ts';
import type { AppDescription, AppSummary } from '../../../control/describe-app.ts';
import type { Merchant } from '../../../control/merchants.ts';
import type { Product } from '../../../control/products.ts';
import { filledWith, type Options, selectField, textField } from '../../kit/fields.ts';
import { type Column, dataTable } from '../../kit/page.ts';
import type { Html } from '../../languages/html.ts';
import type { ConsoleVisit } from '../layout.ts';
import { merchantPath } from '../merchants.ts';
import { type ApiCall, runCall } from './api-calls.ts';
import {
  filtersOf,
  listsOf,
  operationsOf,
  partsOf,
  readAt,
  recordAt,
  recordPath,
  referredBy,
  titleOf,
} from './api-operations.ts';
import type { Value } from './properties.ts';

export interface Asked {
  readonly merchant: Merchant;
  readonly app: AppDescription;
  readonly operations: readonly Operation[];
  /** Below the base URL. */
  readonly path: string;
  readonly operation: Operation;
  readonly query: URLSearchParams;
}

/** A merchant, and the app that reads it. */
interface Place extends Pick<Asked, 'merchant'> {
  readonly app: Pick<AppSummary, 'id'>;
}

/** Sends a request with the app's own token, so that the page shows what the app gets. */
export async function send(visit: ConsoleVisit, { app, merchant }: Place, call: ApiCall) {
  const of = { appId: app.id, companyId: merchant.companyId };
  const { accessToken } = await visit.operations.call('app.token', { ...of, isOfConsole: true });
  return runCall(visit.deps, accessToken, call);
}

export const targetOf = ({ path, query }: Pick<Asked, 'path' | 'query'>): string =>
  query.size > 0 ? `${path}?${query}` : path;

export const read = (visit: ConsoleVisit, asked: Asked) => send(visit, asked, { path: targetOf(asked) });

/** The list that an app of the product reads first. */
export const firstList = (product: Product): string => (product === 'ADSR' ? '/reports/daily-sales' : '/items');

/** Resolves the request named by the page's query, or the first list. Undefined if the app has no such list. */
export async function askedBy(
  visit: ConsoleVisit,
  merchant: Merchant,
  app: AppDescription,
  given: URLSearchParams,
): Promise<Asked | undefined> {
  const operations = await operationsOf(app.product);
  const path = given.get('path') ?? firstList(app.product);
  const operation = readAt(operations, path);
  if (!operation) return undefined;
  const { queryParameters } = operation;
  // Defaults for missing required parameters. Lists are read without lines.
  const day = (ago: number) => new Date(visit.deps.clock() - ago * 86_400_000).toISOString().slice(0, 10);
  const defaults: Record<string, string> = { from: day(7), to: day(1), includeLines: 'false' };
  if (queryParameters.get('storeId')?.required) {
    const { data } = await visit.operations.call('store.list', { companyId: merchant.companyId });
    defaults.storeId = String(data[0]?.storeId ?? '');
  }
  const query = new URLSearchParams();
  const set = (name: string, value: string | undefined) => value && query.set(name, value);
  for (const { name, required } of filtersOf(operation))
    set(name, given.get(name)?.trim() || (required || name === 'includeLines' ? defaults[name] : undefined));
  set('cursor', queryParameters.has('cursor') ? (given.get('cursor') ?? undefined) : undefined);
  return { merchant, app, operations, path, operation, query };
}

/** Address of the page that reads a path of the API. */
export const linkTo = ({ app, merchant }: Place, path: string, query?: URLSearchParams) =>
  merchantPath(
    merchant,
    `/records?${new URLSearchParams([['app', String(app.id)], ['path', path], ...(query ?? [])])}`,
  );

/** Form for the app, the path and the filters, which are the contract's parameters. */
export function chooser(asked: Asked, apps: readonly AppSummary[]): Html {
  const { app, merchant, operations, operation, path, query } = asked;
  const filters = filtersOf(operation);
  const values = filledWith({ ...Object.fromEntries(query), app: String(app.id), path });
  const lists = listsOf(operations).map((one): Options[number] => [one.path, titleOf(one.path)]);
  const paths = lists.some(([list]) => list === path) ? lists : [[path, path] as const, ...lists];
  const parts = partsOf(operations, path).filter((part) => part !== path);
  const isOpen = filters.some(({ name, required }) =>
    required ? recordAt(path) === undefined : name !== 'includeLines' && query.has(name),
  );
  const filter = ({ name, required, schema }: Parameter) => {
    const field = { name, label: name, optional: !required };
    const choices = schema.enum ?? (schema.type === 'boolean' ? [true, false] : undefined);
    if (!choices) return textField(values, { ...field, attributes: html`autocomplete="off"` });
    const options = choices.map((one): Options[number] => [String(one), String(one)]);
    return selectField(values, field, [['', 'Any'], ...options]);
  };
  return html`<form class="card" method="get" action="${merchantPath(merchant, '/records')}">
    <div class="two">
      ${selectField(
        values,
        { name: 'app', label: 'App' },
        apps.map((one) => [String(one.id), `${one.name} (${one.id})`]),
      )}
      ${selectField(values, { name: 'path', label: 'Records' }, paths)}
    </div>
    ${filters.length > 0 && html`<details ${isOpen && html`open`}><summary>Filters</summary><div class="two">${filters.map(filter)}</div></details>`}
    <div class="actions"><button class="secondary">Show</button></div>
    ${parts.length > 0 && html`<p class="small">${parts.map((part) => html`<a href="${linkTo(asked, part)}">${titleOf(part)}</a> `)}</p>`}
  </form>`;
}

const MOST_COLUMNS = 16;

const isShown = (value: unknown): boolean => value !== null && value !== undefined && typeof value !== 'object';

/** A table of records, or one record with tables of its entries, such as its lines. */
export function recordsOf(asked: Asked, value: Value): Html {
  const { data, pagination } = value;
  if (Array.isArray(data)) {
    const { nextCursor, total } = (pagination ?? {}) as { nextCursor?: string | null; total?: number };
    const query = new URLSearchParams(asked.query);
    if (nextCursor) query.set('cursor', nextCursor);
    return html`${data.length === 0 ? html`<p>None.</p>` : table(asked, data)}${total !== undefined && html`<p class="small">${total} in all.</p>`}
    ${nextCursor && html`<p><a class="button secondary" href="${linkTo(asked, asked.path, query)}">Next page</a></p>`}`;
  }
  const facts = flat(value).filter(([, one]) => isShown(one));
  const isTable = (one: unknown): one is Value[] =>
    Array.isArray(one) && one.length > 0 && one.every((entry) => typeof entry === 'object' && entry !== null);
  return html`<dl>${facts.map(
    ([key, one]) => html`<div><dt>${key}</dt><dd>${cell({ ...asked, path: '' }, key, one)}</dd></div>`,
  )}</dl>
  ${Object.entries(value).map(([key, one]) => isTable(one) && table({ ...asked, path: `/${key}` }, one))}`;
}

function table(asked: Asked, rows: readonly Value[]): Html {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const shown = keys.filter((key) => rows.some((row) => isShown(row[key]))).slice(0, MOST_COLUMNS);
  const columns = shown.map((key): Column<Value> => [key, (row) => cell(asked, key, row[key])]);
  return dataTable(titleOf(asked.path), rows, columns);
}

function cell(asked: Asked, key: string, value: unknown): Html | string | undefined {
  if (!isShown(value)) return undefined;
  const path =
    key === 'id' ? recordPath(asked.operations, asked.path, Number(value)) : referredBy(asked.operations, key, value);
  return path === undefined ? breakable(String(value)) : html`<a href="${linkTo(asked, path)}">${String(value)}</a>`;
}

/** An instant as it was sent, which may break before its time. */
function breakable(text: string): Html | string {
  const [, date, time] = /^(\d{4}-\d\d-\d\dT)(\d\d:.*)$/.exec(text) ?? [];
  return date ? html`${date}<wbr />${time}` : text;
}

/** Entries of a record, with nested objects flattened to `stock.onHand`. */
const flat = (record: Value): [string, unknown][] =>
  Object.entries(record).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? flat(value as Value).map(([inner, one]): [string, unknown] => [`${key}.${inner}`, one])
      : [[key, value]],
  );
