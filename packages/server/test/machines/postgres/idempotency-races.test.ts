import { afterAll, describe, expect, test } from 'vitest';
import { lockName } from '../../../src/database/idempotency.ts';
import type { Answer } from '../../support/api-caller.ts';
import { rejectionOf } from '../../support/rejections.ts';
import { startService } from '../../support/service.ts';

const service = await startService();
afterAll(() => service.stop());
const caller = await service.connect();

const IN_PROGRESS = [409, 'partner.idempotency_in_progress'];

const KEY = 'one key';
const total = async (): Promise<number> => (await caller.get('/brands')).body.pagination.total;
const isReplay = ({ headers }: Answer) => headers.get('idempotent-replayed') === 'true';

describe('While the first request with an Idempotency-Key is still running', () => {
  test('on another server, its twin gets 409 and writes nothing', async () => {
    const other = await service.databases.regions.UK.connect();
    const key = { operationId: 'createBrand', key: KEY, fingerprint: '' };
    const scope = { ...caller.merchant, appId: caller.partner.appId, appName: null, correlationId: '' };
    const headers = { 'Idempotency-Key': KEY };
    const before = await total();
    try {
      await other.query('begin');
      await other.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [lockName(scope, key)]);
      expect(rejectionOf(await caller.post('/brands', { name: 'Elsewhere' }, headers))).toEqual(IN_PROGRESS);
      expect(await total()).toBe(before);
    } finally {
      await other.query('rollback');
      other.release();
    }
    const done = await caller.post('/brands', { name: 'Elsewhere' }, headers);
    expect([done.status, isReplay(done)]).toEqual([201, false]);
  });

  test('and is stuck, its twins all get the same outcome', async () => {
    const pool = service.databases.regions.UK;
    const blocker = await pool.connect();
    const key = { 'Idempotency-Key': 'another key' };
    const before = await total();
    const twins: Promise<Answer>[] = [];
    try {
      await blocker.query('begin');
      await blocker.query('lock table region_uk.brands in share row exclusive mode');
      twins.push(caller.post('/brands', { name: 'Held up' }, key), caller.post('/brands', { name: 'Held up' }, key));
      const waiting = `select 1 from pg_locks where not granted and relation = 'region_uk.brands'::regclass`;
      while ((await pool.query(waiting)).rows.length === 0) await new Promise(setImmediate);
    } finally {
      await blocker.query('rollback');
      blocker.release();
    }
    const answers = await Promise.all(twins);
    expect(answers.filter((answer) => answer.status === 201 && !isReplay(answer))).toHaveLength(1);
    const twin = answers.find((answer) => answer.status !== 201 || isReplay(answer)) as Answer;
    if (twin.status !== 201) expect(rejectionOf(twin)).toEqual(IN_PROGRESS);
    expect(await total()).toBe(before + 1);
  });
});
