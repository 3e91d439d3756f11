import { afterAll, describe, expect, test } from 'vitest';
import { freshDatabases } from '../../support/databases.ts';

const databases = await freshDatabases();
afterAll(() => databases.close());
const { control } = databases;

const PID = { name: 'pid', text: 'select pg_backend_pid() as pid' };

describe('Reads by key', () => {
  test('that arrive together share a connection, and return it', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => control.find<{ pid: number }>(PID)));
    expect(new Set(answers.map(({ rows }) => rows[0]?.pid)).size).toBe(1);
    expect(control.totalCount - control.idleCount).toBe(0);
  });

  test('outlive one that is wrong', async () => {
    const [before, wrong, behind] = await Promise.allSettled([
      control.find(PID),
      control.find({ text: 'select 1 / 0' }),
      control.find(PID),
    ]);
    expect([before.status, wrong.status, behind.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  test('that one prepared statement reads together get their own rows, and outlive one that fails', async () => {
    const inverse = (n: number) => control.find({ name: 'inverse', text: 'select 12 / $1::integer as n', values: [n] });
    await inverse(1);
    const answers = await Promise.allSettled([inverse(2), inverse(0), inverse(3), control.find(PID), inverse(4)]);
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', ...Array(3).fill('fulfilled')]);
    const numbers = await Promise.all([1, 2, 3, 4, 6, 12].map(inverse));
    expect(numbers.map(({ rows }) => rows)).toEqual([12, 6, 4, 3, 2, 1].map((n) => [{ n }]));
  });

  test('of prepared statements run again if the connection is lost', async () => {
    const slow = (n: number) =>
      control.find<{ n: number }>({
        name: 'slow',
        text: 'select $1::integer as n, pg_backend_pid() as pid, pg_sleep(0.3)',
        values: [n],
      });
    await slow(0);
    const { rows } = await control.find<{ pid: number }>(PID);
    const reads = [slow(1), slow(2), slow(3)];
    await control.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    expect((await Promise.all(reads)).map(({ rows: [row] }) => row?.n)).toEqual([1, 2, 3]);
  });

  test('whose connection is lost run again on another', async () => {
    const { rows } = await control.find<{ pid: number }>(PID);
    const reads = [control.find(PID), control.find({ text: 'select pg_sleep(1)' }), control.find(PID)];
    await control.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    expect((await Promise.all(reads)).map(({ rows }) => rows.length)).toEqual([1, 1, 1]);
    expect((await control.find<{ pid: number }>(PID)).rows[0]?.pid).not.toBe(rows[0]?.pid);
  });
});
