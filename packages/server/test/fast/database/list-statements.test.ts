import { describe, expect, test } from 'vitest';
import { CursorCodec } from '../../../src/changes/cursor.ts';
import type { Statement } from '../../../src/database/statement.ts';
import type { TenantStore } from '../../../src/database/tenant.ts';
import { Lists } from '../../../src/lists/lists.ts';
import type { ListPlan } from '../../../src/lists/plan.ts';
import { BRANDS } from '../../../src/records/brands.ts';
import { listedLines } from '../../../src/records/documents/table.ts';
import { PURCHASE_ORDERS } from '../../../src/records/purchase-orders/orders.ts';
import { STOCK_ADJUSTMENTS } from '../../../src/records/stock-adjustments/adjustments.ts';
import { STOCK_TRANSFERS } from '../../../src/records/stock-transfers/transfers.ts';

const EMPTY = { total: 0, data: '', more: false, last_key: null, last_id: null };

/** Statements with which one service reads a list, for each sort. */
async function statementsOf(sorts: readonly string[], plan: ListPlan = BRANDS.plan): Promise<Statement[]> {
  const statements: Statement[] = [];
  const read = async (sql: Statement) => {
    statements.push(sql);
    return [EMPTY];
  };
  const tenant = { scope: { companyId: 1 }, read } as unknown as TenantStore;
  const lists = new Lists(new CursorCodec(new Uint8Array(32)));
  for (const sort of sorts) await lists.read(tenant, plan, { sort, order: 'asc', page: 1, limit: 10 });
  return statements;
}

describe('Lists', () => {
  test('name a statement by its text, so that several services can share a connection', async () => {
    const [one, other] = [await statementsOf(['name', 'entryDate']), await statementsOf(['entryDate', 'name'])];
    expect(one.map(({ name }) => name)).toEqual(other.map(({ name }) => name).toReversed());
    expect(new Set(one.map(({ name }) => name)).size).toBe(2);
    expect(one.map(({ text }) => text)).toEqual(other.map(({ text }) => text).toReversed());
  });

  test('are prepared once', async () => {
    const [first, second] = await statementsOf(['name', 'name']);
    expect(second).toBe(first);
  });

  test.each([PURCHASE_ORDERS, STOCK_TRANSFERS, STOCK_ADJUSTMENTS])(
    'read lines only if asked to: $table',
    async (plan) => {
      const sorts = Object.keys(plan.sorts);
      const texts = async (includeLines: boolean) =>
        (await statementsOf(sorts, listedLines(plan, includeLines))).map(({ text }) => /\blines\b/.test(text));
      expect(await texts(true)).toEqual(sorts.map(() => true));
      expect(await texts(false)).toEqual(sorts.map(() => false));
    },
  );
});
