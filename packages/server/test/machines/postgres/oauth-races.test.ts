import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Merchant } from '../../../src/control/merchants.ts';
import type { Answer } from '../../support/api-caller.ts';
import { newScene } from '../../support/consent.ts';
import { freshDatabases } from '../../support/databases.ts';
import { auditOf, CALLBACK, credentials, OAuthClient, outcome } from '../../support/oauth.ts';
import { sendAtOnce } from '../../support/raw-http.ts';
import { type Partner, type Service, startService } from '../../support/service.ts';
import { type Login, Visitor } from '../../support/web-visitor.ts';
import { DelayedCommits } from './delayed-commits.ts';

const ROUNDS = 10;
const CODE_INVALID = [400, 'invalid_grant', 'oauth.code_invalid'];
const REVOKED = [400, 'invalid_grant', 'oauth.grant_revoked'];

let app: Partner;
let merchant: Merchant;
let owner: Login;

const commits = new DelayedCommits(await freshDatabases());
const first = await startService({ databases: commits.databases, running: true });
const second = await startService({ databases: { ...first.databases, close: async () => {} }, running: true });
beforeEach(async () => {
  ({ app, merchant, owner } = await newScene(first));
});
afterAll(async () => {
  await second?.stop();
  await first?.stop();
});

const clientAt = (service: Service) => new OAuthClient(service, app);

test('Concurrent exchanges of one code at two instances have one winner, whose tokens stay valid', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const code = await clientAt(first).code(merchant);
    const grant = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK };
    const body = JSON.stringify({ ...credentials(app), ...grant });
    const bytes = `POST /v1/oauth/token HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const requests = Array.from({ length: 10 }, (_, i) => ({ apiUrl: (i % 2 ? first : second).apiUrl, bytes }));
    const answers = (await sendAtOnce(requests)).map(({ status, text }) => ({ status, body: JSON.parse(text) }));
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    for (const answer of answers) if (answer !== winners[0]) expect(outcome(answer)).toEqual(CODE_INVALID);
    expect(await auditOf(first, app.appId)).not.toContain('code.replayed');
    expect(outcome(await clientAt(second).refresh(winners[0]?.body.refresh_token))).toEqual([200]);
  }
});

test('A code that is replayed at another instance a second after the exchange revokes its tokens', async () => {
  const code = await clientAt(first).code(merchant);
  const { body } = await clientAt(first).exchange(code);
  const later = await startService({
    databases: { ...first.databases, close: async () => {} },
    now: Date.now() + 1100,
  });
  try {
    expect(outcome(await clientAt(later).exchange(code))).toEqual(CODE_INVALID);
  } finally {
    await later.stop();
  }
  expect(outcome(await clientAt(first).refresh(body.refresh_token))).toEqual(REVOKED);
});

test('An exchange is not taken for a replay by a request that arrives before its response', async () => {
  const client = clientAt(first);
  const code = await client.code(merchant);
  const letGo = commits.hold();
  const exchange = client.exchange(code);
  await until(() => isConsumed());
  const before = Date.now();
  await until(async () => Date.now() > before + 5);
  const late = await client.exchange(code);
  letGo();
  expect(outcome(late)).toEqual(CODE_INVALID);
  const { status, body } = await exchange;
  expect(status).toBe(200);
  expect(outcome(await client.refresh(body.refresh_token))).toEqual([200]);
});

test.each([
  ['A disconnect during the exchange of a second code ends that connection too', 'exchange', 200],
  ['A second code that is exchanged during a disconnect creates no connection', 'disconnect', 400],
])('%s', async (_, begins, status) => {
  const { refreshToken } = await clientAt(first).connect(merchant);
  const code = await clientAt(first).code(merchant);
  const visitor = await Visitor.signedIn(second, owner);
  const form = await visitor.open(`/connections/${app.appId}/disconnect?company=${merchant.companyId}`);
  const exchange = () => clientAt(first).exchange(code);
  const disconnect = () => visitor.submit(form, '/connections/');
  const [exchanged, disconnected] =
    begins === 'exchange'
      ? await whileAuditWaits(exchange, disconnect)
      : ((await whileAuditWaits(disconnect, exchange)).toReversed() as [Answer, { status: number }]);
  expect([exchanged.status, disconnected.status]).toEqual([status, 303]);
  const tokens = [refreshToken, ...(status === 200 ? [exchanged.body.refresh_token] : [])];
  if (status !== 200) expect(outcome(exchanged)).toEqual(CODE_INVALID);
  for (const token of tokens) expect(outcome(await clientAt(first).refresh(token))).toEqual(REVOKED);
});

/** Starts one change, and another once the first waits to write to the audit log; then lets both continue. */
async function whileAuditWaits<A, B>(one: () => Promise<A>, other: () => Promise<B>): Promise<[A, B]> {
  const blocker = await first.databases.control.connect();
  try {
    await blocker.query('begin');
    await blocker.query('lock table control.audit_log in share mode');
    const changes: [Promise<A>, Promise<B>] = [one(), undefined as never];
    await until(async () => (await waiting()) === 1);
    changes[1] = other();
    await until(async () => (await waiting()) === 2);
    await blocker.query('rollback');
    return await Promise.all(changes);
  } finally {
    blocker.release();
  }
}

async function waiting(): Promise<number> {
  const { rows } = await first.databases.control.query<{ n: number }>(
    `select count(distinct l.pid)::int as n from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where not l.granted and a.datname = current_database()`,
  );
  return rows[0]?.n ?? 0;
}

async function isConsumed(): Promise<boolean> {
  const { rows } = await first.databases.control.query(
    'select 1 from control.authorization_codes where client_id = $1 and consumed_at is not null',
    [app.clientId],
  );
  return rows.length > 0;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5));
}
