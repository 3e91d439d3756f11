import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgres } from '../../../../src/database/database.ts';
import { migrate } from '../../../../src/database/migrate.ts';
import { json, send } from '../../../support/api-caller.ts';
import type { Change } from '../../../support/change-records.ts';
import { freshPostgresUrl, PATIENT, storage } from '../../../support/databases.ts';
import { KillableServer } from '../../../support/killable-server.ts';
import { TEST_KEY } from '../../../support/secrets.ts';
import { type Service, startService } from '../../../support/service.ts';
import { type FeedPage, findingsIn, type Observation, type Write } from './history.ts';

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

  const writes = () => history.filter((one): one is Write => one.kind === 'write' && one.version !== undefined);
  /** The history with some observations replaced. */
  const altered = <T extends Observation>(which: readonly T[], change: (one: T) => Partial<T>): Observation[] =>
    history.map((one) => (which.includes(one as T) ? { ...one, ...change(one as T) } : one));
  /** The history with the entries of one follower's page changed, in the middle of the run. */
  function withEntries(change: (entries: FeedPage['entries']) => FeedPage['entries'], at = 0.5): Observation[] {
    const pages = history.filter((one): one is FeedPage => one.kind === 'page' && one.entries.length > 1);
    return altered(pages.slice(pages.length * at).slice(0, 1), ({ entries }) => ({ entries: change(entries) }));
  }
  /** Two writes to different records, the second of which began after the first had ended and is not the last. */
  function inTurn(): [Write, Write] {
    const all = writes().toSorted((a, b) => a.from - b.from);
    const first = all[all.length >> 1] as Write;
    return [first, all.find((one) => one.from > first.to && one.record !== first.record) as Write];
  }

  test.each<[string, () => Observation[], RegExp]>([
    ['a version that two writes returned', () => [...history, writes().at(-1) as Write], /^two writes returned /],
    [
      'a version that nothing wrote',
      () => altered(writes().slice(-1), () => ({ version: 1_000_000 })),
      /^nothing wrote all of /,
    ],
    [
      'a value of another version',
      () => altered(history.filter(({ kind }) => kind === 'read').slice(-1), () => ({ value: 'Other' })),
      / was seen with Other, which is not its value$/,
    ],
    [
      'a read of the past',
      () => altered(history.filter(({ kind }) => kind === 'read').slice(-1), () => ({ version: 1 })),
      /'s read got \S+ v1 after a later one was known$/,
    ],
    [
      'a write that is older than a version that was known',
      () => altered(writes().slice(-1), ({ to }) => ({ from: to + 1e9, to: to + 1e9, version: 2 })),
      /'s write got \S+ v2 after a later one was known$/,
    ],
    ['a lost entry', () => withEntries((entries) => entries.slice(1)), / instead of v\d+$/],
    ['a doubled entry', () => withEntries(([one, ...rest]) => [one, one, ...rest] as typeof rest), / instead of v\d+$/],
    ['a position that goes back', () => withEntries((entries) => entries.toReversed()), / got position \d+ after \d+$/],
    [
      'another position for another client',
      () => withEntries((entries) => entries.map((entry) => ({ ...entry, position: entry.position + 0.5 }))),
      / is at \S+ and at \S+$/,
    ],
    [
      'an entry that comes late',
      () => {
        const last = history.filter((one): one is FeedPage => one.kind === 'page' && one.entries.length > 0).slice(-1);
        return altered(last, () => ({ entries: [] }));
      },
      / was not shown \S+ v\d+, which had ended$/,
    ],
    [
      'positions against the order of two records',
      () => {
        const [first, second] = inTurn();
        const is = (one: Write) => (entry: FeedPage['entries'][number]) =>
          entry.record === one.record && entry.version === one.version;
        const pages = history.filter((one): one is FeedPage => one.kind === 'page');
        const entries = pages.flatMap((page) => page.entries);
        const [early, late] = [first, second].map((one) => entries.find(is(one))?.position ?? 0) as [number, number];
        return altered(pages, (page) => ({
          entries: page.entries.map((entry) => ({
            ...entry,
            position: is(first)(entry) ? late : is(second)(entry) ? early : entry.position,
          })),
        }));
      },
      / is listed before a write that had ended when it began$/,
    ],
  ])('would not leave %s unnoticed', (_, change, finding) => {
    expect(findingsIn(change())).toContainEqual(expect.stringMatching(finding));
  });
});

function tolerated(error: unknown): undefined {
  if (error instanceof Error && error.message.includes('against the contract')) throw error;
}
