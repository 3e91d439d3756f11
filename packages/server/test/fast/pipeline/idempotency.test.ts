import { describe, expect, test } from 'vitest';
import type { Answer } from '../../support/api-caller.ts';
import { rejectionOf } from '../../support/rejections.ts';
import { sharedService } from '../../support/service.ts';

const service = await sharedService();
const caller = await service.connect();

const MISMATCH = [422, 'partner.idempotency_mismatch'];
const IN_PROGRESS = [409, 'partner.idempotency_in_progress'];

let keys = 0;
const newKey = () => ({ 'Idempotency-Key': `key ${++keys}` });
const total = async (app = caller): Promise<number> => (await app.get('/brands')).body.pagination.total;
const isReplay = ({ headers }: Answer) => headers.get('idempotent-replayed') === 'true';

describe('Thirty concurrent requests with one key', () => {
  /** Repeats the request, as a partner would, until no other request with the key is in progress. */
  const persist = async (request: () => Promise<Answer>): Promise<Answer> => {
    const answer = await request();
    return answer.status === 409 ? persist(request) : answer;
  };

  test('change a record exactly once', async () => {
    const { id } = await caller.create('/brands', { name: 'Changed at once' });
    const key = newKey();
    const request = () => caller.patch(`/brands/${id}`, { status: 0 }, key);
    const answers = await Promise.all(Array.from({ length: 30 }, request));
    for (const answer of answers) if (answer.status !== 200) expect(rejectionOf(answer)).toEqual(IN_PROGRESS);
    expect((await caller.get(`/brands/${id}`)).body.version).toBe(2);
    expect(isReplay(await persist(request))).toBe(true);
  });

  test('and different bodies are carried out once, and the others rejected', async () => {
    const key = newKey();
    const before = await total();
    const names = Array.from({ length: 30 }, (_, i) => `Body ${i}`);
    const answers = await Promise.all(names.map((name) => caller.post('/brands', { name }, key)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const refusals = answers.filter(({ status }) => status !== 201).map((answer) => String(rejectionOf(answer)));
    for (const refusal of refusals) expect([String(MISMATCH), String(IN_PROGRESS)]).toContain(refusal);
    expect(await total()).toBe(before + 1);
  });
});

test('A response and its write are committed together or not at all', async () => {
  const { UK } = service.databases.regions;
  const remembered = async () =>
    (await UK.query('select count(*)::int as n from region_uk.idempotency_keys')).rows[0].n as number;
  const [before, records] = [await remembered(), await total()];
  await UK.query(`alter table region_uk.idempotency_keys add constraint full_up check (key <> 'no room') not valid`);
  const key = { 'Idempotency-Key': 'no room' };
  try {
    expect((await caller.post('/brands', { name: 'Not remembered' }, key)).status).toBe(500);
    expect([await remembered(), await total()]).toEqual([before, records]);
  } finally {
    await UK.query('alter table region_uk.idempotency_keys drop constraint full_up');
  }
  expect((await caller.post('/brands', { name: 'Not remembered' }, key)).status).toBe(201);
  expect([await remembered(), await total()]).toEqual([before + 1, records + 1]);
});
