import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import type { Rec } from '../../engine/record.ts';
import { newDocument, PURCHASES, TRANSFERS } from '../fixtures/documents.ts';
import { adjusted } from './adjustments.ts';

/** Lists of stock documents without their lines. */

const LISTS = ['listPurchaseOrders', 'listStockTransfers', 'listStockAdjustments'];

const withoutLines = ({ lines: _, ...rest }: Rec): object => rest;

/** Asserts that `false` and `0`, and no other values, exclude the lines, by page number and by cursor. */
async function expectLinesLeftOut(t: CaseContext, path: string): Promise<void> {
  const query = `${path}${path.includes('?') ? '&' : '?'}limit=2`;
  const whole = await t.as().page(query);
  t.check(
    whole.data.every((row) => Array.isArray(row.lines) && row.lines.length > 0),
    `${query} has a record without lines`,
  );
  for (const value of ['true', '1', 'TRUE'])
    t.equal((await t.as().page(`${query}&includeLines=${value}`)).data, whole.data, `includeLines=${value}`);
  for (const value of ['false', '0', 'FALSE']) {
    const { data, pagination } = await t.as().page(`${query}&includeLines=${value}`);
    t.equal(data, whole.data.map(withoutLines), `includeLines=${value}`);
    t.equal(pagination.total, whole.pagination.total, `total with includeLines=${value}`);
  }
  const next = `${query}&cursor=${encodeURIComponent(whole.pagination.nextCursor ?? '')}`;
  const following = (await t.as().page(next)).data;
  t.equal((await t.as().page(`${next}&includeLines=false`)).data, following.map(withoutLines), 'the next page');
  await expectOwnTag(t, query);
}

/** Asserts that the ETag of a page with lines does not cause a 304 for the page without them. */
async function expectOwnTag(t: CaseContext, query: string): Promise<void> {
  const etag = t.requireStatus(await t.as().get(query), 200).headers.etag ?? '';
  const known = { 'If-None-Match': etag };
  t.expectStatus(await t.as().get(query, known), 304);
  t.expectStatus(await t.as().get(`${query}&includeLines=false`, known), 200);
}

export const WITHOUT_LINES_CASES: readonly Case[] = [
  subject('examples', 'stock-documents')(
    'without-lines',
    ['lists.include_lines', ...LISTS.map((id) => `op.${id}.param.includeLines`)],
    'includeLines=false leaves the lines out of the rows of stock documents, and nothing else',
    async (t) => {
      for (const kind of [PURCHASES, TRANSFERS]) for (let n = 0; n < 3; n += 1) await newDocument(t, kind);
      for (let n = 0; n < 3; n += 1) await adjusted(t, {}, 'false');
      for (const path of ['/purchase-orders', '/stock-transfers', '/stock-adjustments'])
        await expectLinesLeftOut(t, path);
      await expectLinesLeftOut(t, '/purchase-orders?transactions=true');
      const answer = await t.as().get('/purchase-orders?includeLines=none');
      t.expectStatus(answer, 400, 'partner.validation_failed');
    },
  ),
];
