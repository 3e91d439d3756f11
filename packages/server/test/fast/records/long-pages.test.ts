import { get, type IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, test, vi } from 'vitest';
import { DatabasePool } from '../../../src/database/pool.ts';
import { statement } from '../../../src/database/statement.ts';
import type { Caller } from '../../support/api-caller.ts';
import { startService } from '../../support/service.ts';

const LINES = 5_000;
const COPIES = 20;

const service = await startService({ settings: { TILLGATE_MAX_REQUESTS: '100' } });
afterAll(() => service.stop());
const caller = await service.connect();
const item = await caller.create('/items', { name: 'Screws' });
const storeId = await service.newStore(caller.merchant);
const draft = {
  storeId,
  date: '2026-03-02',
  type: 1,
  lines: Array.from({ length: LINES }, () => ({ itemId: item.id, quantity: '1' })),
};
const { headers } = await caller.post('/stock-adjustments?post=false', draft);
const largest = headers.get('Location')?.slice(service.apiUrl.length) ?? '';

const COPY = statement(
  undefined,
  `insert into region.stock_adjustments (company_id, id, adjustment_no, store_id, date, type, reason, narration, status, lines,
     allowed_actions, app_id, entry_date, updated_at, search_text)
   select company_id, 1000000000 + g, 'C' || g, store_id, date + g, type, reason, narration, status, lines, allowed_actions, app_id,
     entry_date, updated_at, search_text from region.stock_adjustments, generate_series(1, $2::integer) g where company_id = $1`,
);
await service.arrange(caller.merchant, (tx) => tx.query(COPY, [COPIES]));

/** Begins to read, and stops after the first bytes. */
function begin({ token }: Caller, path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const sent = { ...headers, Authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    const request = get(service.apiUrl + path, { headers: sent, agent: false }, (response) =>
      resolve(response.pause()),
    );
    request.on('error', reject);
  });
}

const PAGE = '/stock-adjustments?limit=100&order=asc';

interface Body {
  readonly data: { readonly id: number; readonly lines: unknown[] }[];
  readonly pagination: { readonly total: number; readonly hasMore: boolean; readonly nextCursor: string | null };
}

const bodyOf = async (response: IncomingMessage): Promise<Body> =>
  JSON.parse(Buffer.concat(await response.toArray()).toString());

const ids = Array.from({ length: COPIES }, (_, i) => 1_000_000_001 + i);

test('A page of megabytes is whole, and is read from the database in parts', async () => {
  const read = vi.spyOn(DatabasePool.prototype, 'query');
  const { data, pagination } = await bodyOf(await begin(caller, PAGE));
  const results = await Promise.all(read.mock.results.map(({ value }) => value as Promise<{ rows?: object[] }>));
  read.mockRestore();
  expect(data.slice(1).map(({ id }) => id)).toEqual(ids);
  expect(data[0]).toEqual((await caller.get(largest)).body);
  expect(data.every(({ lines }) => lines.length === LINES)).toBe(true);
  expect(pagination).toMatchObject({ total: COPIES + 1, hasMore: false, nextCursor: null });
  const sizes = results.map((result) => JSON.stringify(result?.rows ?? []).length);
  expect(Math.max(...sizes)).toBeLessThan(2_000_000);
});

test('Others are answered while a long page waits for its reader', async () => {
  const response = await begin(caller, PAGE);
  let parts = 0;
  for await (const _ of response) {
    parts += 1;
    if (parts % 20 === 0) expect((await caller.get(`/items/${item.id}?storeId=${storeId}`)).status).toBe(200);
  }
  expect(parts).toBeGreaterThan(60);
});

test('A page asked for by cursor ends early if its records are large, and the next one resumes there', async () => {
  const found: number[] = [];
  let pages = 0;
  let { nextCursor } = (await caller.get(`${PAGE.replace('100', '1')}&includeLines=false`)).body.pagination;
  for (; nextCursor; pages += 1) {
    const { data, pagination } = (await caller.get(`${PAGE}&cursor=${nextCursor}`)).body as Body;
    expect(pagination.hasMore).toBe(pagination.nextCursor !== null);
    found.push(...data.map(({ id }) => id));
    nextCursor = pagination.nextCursor;
  }
  expect(found).toEqual(ids);
  expect(pages).toBeGreaterThan(3);
});

test('The ETag of a long page changes with any of its records', async () => {
  const { headers } = await caller.get(PAGE);
  const etag = headers.get('ETag') ?? '';
  expect((await caller.get(PAGE, { 'If-None-Match': etag })).status).toBe(304);
  await caller.patch(`/stock-adjustments/${ids.at(-1)}`, { narration: 'Counted twice' });
  const { status, body } = await caller.get(PAGE, { 'If-None-Match': etag });
  expect([status, body.data.at(-1).narration]).toEqual([200, 'Counted twice']);
});

test('A long page can be compressed, and HEAD has no body', async () => {
  const response = await begin(caller, PAGE, { 'Accept-Encoding': 'gzip' });
  expect(response.headers['content-encoding']).toBe('gzip');
  const { data } = JSON.parse(gunzipSync(Buffer.concat(await response.toArray())).toString()) as Body;
  expect(data).toHaveLength(COPIES + 1);
  const head = await caller.send('HEAD', PAGE);
  expect([head.status, head.text]).toEqual([200, '']);
});

test('Long pages count as load by their size, of which an app has a share', async () => {
  const open = [await begin(caller, PAGE)];
  while (open.at(-1)?.statusCode === 200 && open.length < 5) open.push(await begin(caller, PAGE));
  expect(open.length).toBeLessThan(5);
  const refused = await caller.get(PAGE);
  expect([refused.status, refused.body.code]).toEqual([503, 'partner.overloaded']);
  expect((await caller.get(`${PAGE}&includeLines=false`)).status).toBe(200);
  const other = await service.connect();
  const storeId = await service.newStore(other.merchant);
  const sold = await other.create('/items', { name: 'Nails' });
  const lines = draft.lines.map((line) => ({ ...line, itemId: sold.id }));
  for (let n = 0; n < 4; n += 1) await other.post('/stock-adjustments?post=false', { ...draft, storeId, lines });
  const answered = await other.get(PAGE);
  expect([answered.status, answered.body.data.length]).toEqual([200, 4]);
  for (const response of open) response.destroy();
  await expect.poll(async () => (await caller.get(PAGE)).status).toBe(200);
});
