import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgres } from '../../../../src/storage/database.ts';
import { migrate } from '../../../../src/storage/migrate.ts';
import { json, send } from '../../../support/api-caller.ts';
import type { Change } from '../../../support/change-records.ts';
import { freshPostgresUrl, PATIENT, storage } from '../../../support/databases.ts';
import { KillableServer } from '../../../support/killable-server.ts';
import { TEST_KEY } from '../../../support/secrets.ts';
import { type Service, startService } from '../../../support/service.ts';
import { type FeedPage, findingsIn, type Observation, type Read, type Write } from './history.ts';

const write = (from: number, to: number, version: number | undefined, record = 'a'): Write => ({
  ...{ kind: 'write', client: 'w', from, to, record, version },
  value: `${record}${version ?? 'open'}`,
});
const read = (from: number, to: number, version: number, record = 'a'): Read => ({
  ...{ kind: 'read', client: 'r', from, to, record, version },
  value: `${record}${version}`,
});
type Listed = readonly [position: number, version: number, record?: string];
const page = (from: number, to: number, entries: readonly Listed[], client = 'f'): FeedPage => ({
  ...{ kind: 'page', client, from, to, hasMore: false },
  entries: entries.map(([position, version, record = 'a']) => ({ position, version, record })),
});

const FIRST = write(0, 1, 1);

describe('The checker of histories', () => {
  test('explains concurrent requests in the only order that their versions allow', () => {
    const history = [
      ...[FIRST, write(2, 9, 3), write(3, 8, 2), read(4, 5, 3), write(0, 1, 1, 'b'), write(4, 6, 2, 'b')],
      ...[page(2, 4, [[1, 2]]), page(5, 7, [[2, 3]]), page(7, 9, [[3, 2, 'b']]), page(10, 11, [])],
    ];
    expect(findingsIn(history)).toEqual([]);
  });

  test('takes a write without a response for any version that is missing', () => {
    const open = write(2, 3, undefined);
    expect(
      findingsIn([
        FIRST,
        open,
        write(4, 5, 3),
        page(2, 6, [
          [1, 2],
          [2, 3],
        ]),
      ]),
    ).toEqual([]);
    expect(findingsIn([FIRST, open, { ...read(9, 10, 2), value: 'aopen' }])).toEqual([]);
    expect(findingsIn([FIRST, open])).toEqual([]);
  });

  test.each<[string, readonly Observation[], RegExp]>([
    ['a version that two writes returned', [write(2, 3, 2), write(2, 4, 2)], /^two writes returned a v2$/],
    ['a version that nothing wrote', [write(2, 3, 3)], /^nothing wrote all of a 2$/],
    ['a value of another version', [write(2, 3, 2), { ...read(2, 4, 2), value: 'a1' }], /^a v2 was seen with a1/],
    ['a read of the past', [write(2, 3, 2), read(4, 5, 1)], /^r's read got a v1 after a later one/],
    ['a read older than an earlier one', [write(2, 9, 2), read(3, 4, 2), read(5, 6, 1)], /^r's read got a v1 after/],
    ['a read older than an entry', [write(2, 9, 2), page(2, 4, [[1, 2]]), read(5, 6, 1)], /^r's read got a v1 after/],
    ['an entry from before its write', [page(2, 3, [[1, 2]]), write(4, 5, 2)], /^w's write got a v2 after/],
    ['a lost entry', [write(2, 3, 2), page(4, 5, [])], /^f was not shown a v2/],
    ['an entry that is late', [write(2, 3, 2), page(4, 5, []), page(6, 7, [[1, 2]])], /^f was not shown a v2/],
    ['a skipped version', [write(2, 3, 2), write(4, 5, 3), page(6, 7, [[2, 3]])], /^f got a v3 instead of v2$/],
    [
      'a doubled entry',
      [
        write(2, 3, 2),
        page(4, 5, [
          [1, 2],
          [1, 2],
        ]),
      ],
      /^f got a v2 instead of v3$/,
    ],
    [
      'a position that goes back',
      [
        write(2, 3, 2),
        write(2, 3, 3),
        page(4, 5, [
          [2, 2],
          [1, 3],
        ]),
      ],
      /^f got position 1 after 2$/,
    ],
    [
      'another position for another client',
      [write(2, 3, 2), page(4, 5, [[1, 2]]), page(4, 5, [[2, 2]], 'g')],
      /^a v2 is at 1 and at 2$/,
    ],
    [
      'positions against the order of two records',
      [
        write(0, 1, 1, 'b'),
        write(2, 3, 2),
        write(4, 5, 2, 'b'),
        page(2, 6, [
          [1, 2, 'b'],
          [2, 2],
        ]),
      ],
      /^b v2 is listed before a write that had ended/,
    ],
  ])('finds %s', (_, history, finding) => {
    expect(findingsIn([FIRST, ...history])).toEqual([expect.stringMatching(finding)]);
  });
});

const SECONDS = 15;
const WRITERS = 6;
const READERS = 3;
const FOLLOWERS = 4;

/** Milliseconds between two kills, of each instance in turn. */
const LIFETIME = 5_000;

describe.runIf(storage === 'postgres')('Two instances on one database', { timeout: 300_000 }, () => {
  let service: Service;
  let drop: () => Promise<void>;
  const instances: { readonly server: KillableServer; readonly token: string }[] = [];
  const records: string[] = [];
  const history: Observation[] = [];

  beforeAll(async () => {
    const database = await freshPostgresUrl();
    ({ drop } = database);
    const databases = await openPostgres(database.url, {}, { limits: PATIENT });
    await migrate(databases);
    service = await startService({ databases, running: true });
    const settings = { DATABASE_URL: database.url, TILLGATE_KEY: TEST_KEY, TILLGATE_RATE_LIMIT: '1000000' };
    const caller = await service.connect();
    const { clientId, clientSecret } = caller.partner;
    const grant = { client_id: clientId, client_secret: clientSecret, merchant_id: caller.merchant.companyId };
    for (let i = 0; i < 2; i += 1) {
      const server = new KillableServer(settings);
      await server.start();
      const { body } = await send(server.apiUrl, 'POST', '/token', json(grant));
      instances.push({ server, token: body.access_token });
    }
    for (const value of ['First', 'Second'])
      for (const resource of ['brands', 'categories']) {
        const record = `${resource}/${(await caller.create(`/${resource}`, { name: value })).id}`;
        records.push(record);
        history.push({ kind: 'write', client: 'beginning', from: 0, to: 0, record, value, version: 1 });
      }
  });
  afterAll(async () => {
    for (const { server } of instances) await server.kill();
    await service?.stop();
    await drop?.();
  });

  let sent = 0;

  /** Sends a request to each instance in turn. Without a successful response, `body` is undefined. */
  async function request(client: string, method: string, path: string, body?: object) {
    sent += 1;
    const { server, token } = instances[sent % instances.length] as (typeof instances)[number];
    const { headers, ...content } = body ? json(body) : { headers: {} };
    const from = performance.now();
    const init = { ...content, headers: { ...(headers as object), Authorization: `Bearer ${token}` } };
    const answer = await send(server.apiUrl, method, path, init).catch(tolerated);
    if (answer && answer.status >= 400 && answer.status < 500) throw new Error(answer.text);
    return { client, from, to: performance.now(), body: answer?.status === 200 ? answer.body : undefined };
  }

  const recordAt = (i: number): string => records[i % records.length] as string;

  async function writeOnce(client: string, i: number): Promise<void> {
    const [record, value] = [recordAt(i), `${client} ${i}`];
    const { body, ...times } = await request(client, 'PATCH', `/${record}`, { name: value });
    history.push({ kind: 'write', ...times, record, value, version: body?.version });
  }

  async function readOnce(client: string, i: number): Promise<void> {
    const record = recordAt(i);
    const { body, ...times } = await request(client, 'GET', `/${record}`);
    if (body) history.push({ kind: 'read', ...times, record, value: body.name, version: body.version });
  }

  /** Returns what reads the next page. It resolves with true at the end of the log. */
  async function newFollower(client: string): Promise<() => Promise<boolean>> {
    let cursor: string | undefined;
    while (!cursor) cursor = (await request(client, 'GET', '/changes')).body?.nextCursor;
    return async () => {
      const query = `after=${cursor}&include=record&limit=3&wait=1`;
      const { body, ...times } = await request(client, 'GET', `/changes?${query}`);
      if (!body) return false;
      cursor = body.nextCursor;
      const listed = (body.data as Change[]).map(({ position, resource, id, version }) => ({
        ...{ position, record: `${resource}/${id}` },
        version: version as number,
      }));
      history.push({ kind: 'page', ...times, entries: listed, hasMore: body.hasMore });
      for (const [n, { record }] of listed.entries()) {
        const { name: value, version } = body.data[n].record;
        history.push({ kind: 'read', ...times, record, value, version });
      }
      return !body.hasMore;
    };
  }

  test('leave a history that one order explains, while both are killed', async () => {
    const followers = await Promise.all(Array.from({ length: FOLLOWERS }, (_, n) => newFollower(`follower ${n}`)));
    const end = performance.now() + SECONDS * 1000;
    const repeat = async (work: (i: number) => Promise<unknown>) => {
      for (let i = 0; performance.now() < end; i += 1) await work(i);
    };
    const clients = (count: number, work: (n: number, i: number) => Promise<unknown>) =>
      Array.from({ length: count }, (_, n) => repeat((i) => work(n, n + i)));
    let kills = 0;
    const kill = async () => {
      await delay(LIFETIME);
      const { server } = instances[kills % instances.length] as (typeof instances)[number];
      await server.kill();
      await server.start();
      kills += 1;
    };
    await Promise.all([
      ...clients(WRITERS, (n, i) => writeOnce(`writer ${n}`, i)),
      ...clients(READERS, (n, i) => readOnce(`reader ${n}`, i)),
      ...followers.map((follow) => repeat(follow)),
      repeat(kill),
    ]);
    for (const follow of followers) while (!(await follow()));
    expect(findingsIn(history)).toEqual([]);
    const count = (kind: Observation['kind']) => history.filter((one) => one.kind === kind).length;
    expect(kills).toBeGreaterThan(0);
    expect(Math.min(count('write'), count('read'), count('page'))).toBeGreaterThan(50);
    expect(history.filter((one) => one.kind === 'write' && one.version === undefined).length).toBeGreaterThan(0);
  });
});

function tolerated(error: unknown): undefined {
  if (error instanceof Error && error.message.includes('against the contract')) throw error;
}
