import { describe, expect, test } from 'vitest';
import { BRANDS } from '../src/resources/brands/store.ts';
import { CursorCodec } from '../src/storage/cursor.ts';
import { Lists } from '../src/storage/listing.ts';
import type { Statement } from '../src/storage/statement.ts';
import type { TenantStore } from '../src/storage/tenant.ts';

const EMPTY = { total: 0, data: '', more: false, last_key: null, last_id: null };

/** The statements that one service reads the lists with. */
async function statementsOf(sorts: readonly string[]): Promise<Statement[]> {
  const statements: Statement[] = [];
  const read = async (sql: Statement) => {
    statements.push(sql);
    return [EMPTY];
  };
  const tenant = { scope: { companyId: 1 }, read } as unknown as TenantStore;
  const lists = new Lists(new CursorCodec(new Uint8Array(32)));
  for (const sort of sorts) await lists.read(tenant, BRANDS, { sort, order: 'asc', page: 1, limit: 10 });
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
});
