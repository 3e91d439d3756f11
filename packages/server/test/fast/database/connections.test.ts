import { EventEmitter, once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { Batches } from '../../../src/database/batch.ts';
import { DatabasePool, JoiningSocket } from '../../../src/database/pool.ts';
import { freshDatabases } from '../../support/databases.ts';

const databases = await freshDatabases();
afterAll(() => databases.close());
const { control } = databases;

const named = (text: string) => ({ name: `connections.${text}`, text });

const ONE = named('select 1 as n');
const TWO = named('select 2 as n');
const WRONG = named('select 1 / 0 as n');
const BEGIN = named('begin');
const ROLLBACK = named('rollback');

describe('Statements that a transaction sends together', () => {
  /** Connection of a transaction, and how often it was ready for more statements. */
  async function connect() {
    const client = await control.connect();
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
    for (const round of [1, 2]) {
      const answers = await Promise.all([BEGIN, ONE, TWO, ONE, ROLLBACK].map((one) => batches.query(one)));
      expect(answers.map(({ rows }) => rows)).toEqual([[], [{ n: 1 }], [{ n: 2 }], [{ n: 1 }], []]);
      await expect.poll(() => state.ready).toBe(round);
    }
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

describe('A checkout that times out while its connection is being verified', () => {
  const sent: string[] = [];
  let verified = Promise.resolve();

  /** Client of a server that accepts everything at once. */
  class Client extends EventEmitter {
    readonly connection = new EventEmitter();
    readonly _queryable = true;
    connect(done: () => void): void {
      setImmediate(done);
    }
    end(done: () => void): void {
      setImmediate(done);
    }
    query(text: string, _: unknown, done: (error: undefined, result: object) => void): void {
      sent.push(text);
      done(undefined, { rows: [] });
    }
  }

  const restores = { check: () => verified, remember: async () => {}, adopt: async () => {}, restored: async () => 0 };
  const options = { max: 1, connectionTimeoutMillis: 50, idleTimeoutMillis: 0, Client: Client as never };
  const pool = new DatabasePool('TEST', options, restores);

  test.each([
    ['transaction', () => pool.connect()],
    ['statement, which is not sent', () => pool.query('late')],
  ])('returns the connection to the pool: for a %s', async (_, checkOut) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = await pool.connect();
    verified = promise;
    const late = checkOut();
    first.release(true);
    await expect(late).rejects.toThrow('timeout exceeded');
    resolve();
    (await pool.connect()).release();
    expect([pool.totalCount, pool.idleCount, sent]).toEqual([1, 1, []]);
  });
});

describe('A connection of the embedded database that was replaced', () => {
  test('leaves statements that were prepared on it, which run again', async () => {
    for (const _ of ['before', 'after']) {
      expect((await control.query(ONE)).rows).toEqual([{ n: 1 }]);
      (await control.connect()).release(true);
    }
  });

  test('has its transaction rolled back', async () => {
    const client = await control.connect();
    await client.query('begin; create table control.left_open (id integer)');
    client.release(true);
    const { rows } = await control.query(`select to_regclass('control.left_open') as found`);
    expect(rows).toEqual([{ found: null }]);
  });
});

test('An idle connection of the embedded database stays open', () => {
  expect(control.options.idleTimeoutMillis).toBe(0);
});

/** Counts the writes passed to the operating system. */
class Counting extends JoiningSocket {
  writes = 0;

  override _write(...args: Parameters<JoiningSocket['_write']>): void {
    this.writes += 1;
    super._write(...args);
  }
}

test('A statement, which the driver writes in parts, is one write', async () => {
  const received: Buffer[] = [];
  const server = createServer((socket) => socket.on('data', (chunk) => received.push(chunk)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = new Counting();
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  socket.connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.cork();
  for (const part of ['parse ', 'bind ', 'execute']) socket.write(Buffer.from(part));
  socket.uncork();
  socket.end();
  await once(socket, 'close');
  expect([Buffer.concat(received).toString(), socket.writes]).toEqual(['parse bind execute', 1]);
});
