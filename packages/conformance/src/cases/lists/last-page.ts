import type { Known } from '@tillgate/openapi/requests';
import { hasParameter, isList, type Operation, RESOURCE_OPERATIONS } from '../../contract/bundle.ts';
import type { Caller } from '../../engine/caller.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import { creatorOf, referencesOf, urlOf } from '../../engine/references.ts';
import { storesOf } from '../fixtures/directory.ts';
import { withQuery } from '../fixtures/records.ts';
import { addStock, countedItem } from '../fixtures/stock.ts';
import { withRecords } from './list-sorts.ts';

/** The last page of a list whose records fill it exactly: no page follows. */

const example = subject('examples', 'list');

/** URL of a list with records, if the target has any. */
async function urlWithRecords(t: CaseContext, op: Operation, caller: Caller): Promise<string> {
  const { role, backOffice } = caller.merchant;
  const period = backOffice && t.session.backOffice(role);
  const days = period && { from: [period.from], to: [period.to] };
  const references: Known = { ...(await referencesOf(t, caller)), ...days };
  if (op.path === '/items/{id}/stock') {
    const [storeId = 0] = await storesOf(t, 1);
    const { id } = await countedItem(t);
    for (const quantity of ['1', '2']) await addStock(t, storeId, id, quantity);
    return urlOf(op, id, references);
  }
  if (!op.path.includes('{id}')) return urlOf(op, undefined, references);
  for (const { id } of await caller.all('/stores')) {
    const url = urlOf(op, id, references);
    if ((await caller.total(url)) > 0) return url;
  }
  return urlOf(op, Number(references['/stores']?.[0]), references);
}

const MOST = 100;

/** The largest page size that divides the total. */
const evenLimit = (total: number): number => {
  let limit = Math.min(MOST, Math.max(1, total));
  while (total % limit !== 0) limit -= 1;
  return limit;
};

const lastPageCase = (op: Operation): Case =>
  example(
    `${op.id}.full-last-page`,
    ['lists.total', 'lists.pages', 'lists.envelope', `op.${op.id}.param.limit`],
    `GET ${op.path}: nothing follows a last page that is full`,
    async (t) => {
      const caller = creatorOf(op.path) ? await withRecords(t, op) : t.as();
      const url = await urlWithRecords(t, op, caller);
      const total = await caller.total(withQuery(url, 'limit=1'));
      const limit = evenLimit(total);
      const number = Math.max(1, total / limit);
      const { data, pagination } = await caller.page(withQuery(url, `limit=${limit}&page=${number}`));
      const { hasMore, nextCursor = null } = pagination;
      const expected = [Math.min(total, limit), total, false, null];
      t.equal([data.length, pagination.total, hasMore, nextCursor], expected, `page ${number} of limit=${limit}`);
    },
  );

export const LAST_PAGE_CASES: readonly Case[] = RESOURCE_OPERATIONS.filter(
  (op) => isList(op) && hasParameter(op, 'page'),
).map(lastPageCase);
