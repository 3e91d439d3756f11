import { RESOURCE_OPERATIONS } from '../../contract/bundle.ts';
import { type Case, subject } from '../../engine/case.ts';
import { addStock, DAY, stockFixture } from '../fixtures/stock.ts';

/** Requests for reports. */

const example = subject('examples', 'reports');

const period = 'from=2026-03-01&to=2026-03-02';

const reports = RESOURCE_OPERATIONS.filter(({ path }) => path.startsWith('/reports/'));
const dated = reports.filter(({ parameters }) => parameters.some(({ name }) => name === 'from'));

export const REPORT_CASES: readonly Case[] = [
  ...reports.map((op) =>
    example(
      `${op.id}.call`,
      [`op.${op.id}.call`, 'reports.daily_sales', `op.${op.id}.param.companyId`, 'keys.header', 'reports.key'],
      `GET ${op.path} with a token and with a key`,
      async (t) => {
        const query = dated.includes(op) ? period : 'limit=10';
        t.expectStatus(await t.as().get(`${op.path}?${query}`), 200);
        const headers = { 'X-API-Key': t.session.apiKey('main', 'SANDBOX') };
        const { companyId } = t.session.merchant('main');
        t.expectStatus(await t.session.send('GET', `${op.path}?${query}&companyId=${companyId}`, { headers }), 200);
        t.expectStatus(
          await t.session.send('GET', `${op.path}?${query}`, { headers }),
          400,
          'partner.validation_failed',
        );
      },
    ),
  ),
  ...dated.map((op) =>
    example(
      `${op.id}.dates`,
      ['reports.dates', `op.${op.id}.param.from`, `op.${op.id}.param.to`],
      `GET ${op.path}: from and to are days, both required, in this order`,
      async (t) => {
        for (const query of [
          '',
          'from=2026-03-01',
          'to=2026-03-01',
          'from=2026-02-30&to=2026-03-01',
          'from=2026-03-02&to=2026-03-01',
          'from=1&to=2',
          'from=2026-03-01T00:00:00Z&to=2026-03-02',
          'from=2026-03-01&to=2026-03-02T23:59:59Z',
        ])
          t.expectStatus(await t.as().get(`${op.path}?${query}`), 400, 'partner.validation_failed');
      },
    ),
  ),
  example(
    'stock-on-hand',
    ['stock.ledger', 'op.listStockOnHand.param.itemId', 'op.listStockOnHand.param.storeId'],
    'stock on hand is what was added less what was removed, also below zero',
    async (t) => {
      const { here, there, itemId } = await stockFixture(t);
      await addStock(t, here, itemId, '7.25');
      const rows = async (storeId: number) => {
        const answer = t.requireStatus(
          await t.as().get(`/reports/stock-on-hand?itemId=${itemId}&storeId=${storeId}`),
          200,
        );
        return (answer.body as { data: { storeId: number; onHand: string }[] }).data.map((row) => [
          row.storeId,
          Number(row.onHand),
        ]);
      };
      t.equal(await rows(here), [[here, 7.25]], 'the row at the store');
      t.equal(
        (await rows(there)).filter(([, onHand]) => onHand !== 0),
        [],
        'rows at another store',
      );
      const lines = [{ itemId, quantity: '9.5' }];
      await t.as().create('/stock-adjustments?post=true', { storeId: here, date: DAY, type: 2, lines });
      t.equal(await rows(here), [[here, -2.25]], 'the row at the store, below zero');
    },
  ),
  ...dated.map((op) =>
    example(
      `${op.id}.most-days`,
      ['reports.period_max', `op.${op.id}.param.to`],
      `GET ${op.path}: at most the days of a leap year`,
      async (t) => {
        t.expectStatus(await t.as().get(`${op.path}?from=2024-01-01&to=2024-12-31`), 200);
        const beyond = await t.as().get(`${op.path}?from=2025-01-01&to=2026-01-02`);
        t.expectStatus(beyond, 400, 'partner.validation_failed');
      },
    ),
  ),
];
