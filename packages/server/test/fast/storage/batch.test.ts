import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Batches } from '../../../src/storage/batch.ts';
import type { Databases } from '../../../src/storage/database.ts';
import { freshDatabases } from '../../support/databases.ts';

const named = (text: string) => ({ name: `batches.${text}`, text });

const ONE = named('select 1 as n');
const TWO = named('select 2 as n');
const WRONG = named('select 1 / 0 as n');
const BEGIN = named('begin');
const ROLLBACK = named('rollback');

describe('Statements that a transaction sends together', () => {
  let databases: Databases;

  beforeAll(async () => {
    databases = await freshDatabases();
  });
  afterAll(() => databases?.close());

  /** Connection of a transaction, and how often it was ready for more statements. */
  async function connect() {
    const client = await databases.control.connect();
    // A new connection of the embedded database first runs a statement itself.
    await client.query('select');
    const state = { ready: 0 };
    const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
    connection.on('readyForQuery', () => {
      state.ready += 1;
    });
    onTestFinished(() => client.release());
    return { batches: new Batches(client), state };
  }

  test('have a result each, and one Sync', async () => {
    const { batches, state } = await connect();
    const ask = () => Promise.all([BEGIN, ONE, TWO, ONE, ROLLBACK].map((one) => batches.query<{ n: number }>(one)));
    const numbers = [[], [{ n: 1 }], [{ n: 2 }], [{ n: 1 }], []];
    expect((await ask()).map(({ rows }) => rows)).toEqual(numbers);
    await expect.poll(() => state.ready).toBe(1);
    expect((await ask()).map(({ rows }) => rows)).toEqual(numbers);
    await expect.poll(() => state.ready).toBe(2);
  });

  test('fail from the first that is wrong on, and can all be sent again', async () => {
    const { batches } = await connect();
    const outcomes = await Promise.allSettled([BEGIN, ONE, WRONG, TWO].map((one) => batches.query(one)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
    await batches.query(ROLLBACK);
    expect((await batches.query(TWO)).rows).toEqual([{ n: 2 }]);
    await expect(batches.query(WRONG)).rejects.toThrow('division by zero');
    expect((await batches.query(ONE)).rows).toEqual([{ n: 1 }]);
  });
});
