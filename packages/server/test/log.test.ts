import { expect, test } from 'vitest';
import { createLog } from '../src/ops/log.ts';

function logged() {
  const time = { now: 0 };
  const lines: Record<string, unknown>[] = [];
  const log = createLog(() => time.now, { write: (line) => void lines.push(JSON.parse(line)) });
  return { log, lines, time };
}

const refused = (port: number) =>
  Object.assign(new Error(`connect ECONNREFUSED 10.0.0.1:${port}`), { code: 'ECONNREFUSED' });

test('An error is logged once per cause and minute, and then with its number of occurrences', () => {
  const { log, lines, time } = logged();
  for (let i = 0; i < 100; i += 1) log.error({ err: refused(5432), correlationId: String(i) }, 'failed');
  log.error({ err: refused(5433) }, 'failed');
  log.warn({ err: refused(5432) }, 'sweep failed');
  expect(lines.map(({ msg, correlationId }) => [msg, correlationId])).toEqual([
    ['failed', '0'],
    ['failed', undefined],
    ['sweep failed', undefined],
  ]);
  time.now = 60_000;
  log.error({ err: refused(5432) }, 'failed');
  expect(lines[3]).toMatchObject({ msg: 'failed', repeated: 99, err: { code: 'ECONNREFUSED' } });
  time.now = 120_000;
  log.error({ err: refused(5432) }, 'failed');
  expect(lines[4]).not.toHaveProperty('repeated');
});

test('A line without an error is logged each time', () => {
  const { log, lines } = logged();
  for (let i = 0; i < 3; i += 1) log.info({ status: 200 }, 'request');
  log.info('plain');
  expect(lines.map(({ msg }) => msg)).toEqual(['request', 'request', 'request', 'plain']);
});

test('A line names its level, and repeats neither secrets nor rows that an error carries', () => {
  const { log, lines } = logged();
  const err = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(ada@example.com) exists',
  });
  log.error({ err, password: 'hunter2', client: { secret: 'svc_sk_sb_1' } }, 'failed');
  expect(lines[0]).toMatchObject({ level: 'error', err: { code: '23505' } });
  expect(JSON.stringify(lines)).not.toMatch(/ada@|hunter2|svc_sk/);
});
