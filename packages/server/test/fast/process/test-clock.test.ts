import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { json } from '../../support/api-caller.ts';
import { type Service, startService } from '../../support/service.ts';

const HOUR = 3600;
const timeOf = async (response: Response) => Date.parse(((await response.json()) as { now: string }).now);

describe('With TILLGATE_TEST_CLOCK', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ settings: { TILLGATE_TEST_CLOCK: '1' } });
  });
  afterAll(() => service?.stop());

  const clock = (init?: RequestInit) => fetch(`${service.opsUrl}/clock`, init);
  const advance = (body: unknown) => clock({ method: 'POST', ...json(body) });

  test('GET /clock returns the time, and POST /clock advances it', async () => {
    const before = await timeOf(await clock());
    expect(Math.abs(before - Date.now())).toBeLessThan(HOUR * 1000);
    const after = await timeOf(await advance({ advance: HOUR }));
    expect(after).toBeGreaterThanOrEqual(before + HOUR * 1000);
    expect(await timeOf(await clock())).toBeGreaterThanOrEqual(after);
  });

  test('an access token expires when the time is advanced past it', async () => {
    const caller = await service.connect();
    expect((await caller.get('/brands')).status).toBe(200);
    await advance({ advance: 906 });
    const { status, body } = await caller.get('/brands');
    expect([status, body.code]).toEqual([401, 'partner.token_expired']);
  });

  test.each([{}, { advance: -1 }, { advance: 1.5 }, { advance: '60' }, { advance: 315_360_001 }, [], null, 'x', '{'])(
    'POST /clock rejects %j and does not change the time',
    async (body) => {
      const before = await timeOf(await clock());
      expect((await advance(body)).status).toBe(400);
      expect((await timeOf(await clock())) - before).toBeLessThan(HOUR * 1000);
    },
  );
});

describe('Without TILLGATE_TEST_CLOCK', () => {
  test.each(['GET', 'POST'])('%s /clock does not exist', async (method) => {
    const service = await startService();
    const response = await fetch(`${service.opsUrl}/clock`, { method });
    await service.stop();
    expect(response.status).toBe(404);
  });
});
