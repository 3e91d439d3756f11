import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closed, listening, portOf } from '../../../src/http/listening.ts';
import { send } from '../../../src/http/send.ts';
import { changingWire, WireSurvey } from '../../mutate/wire.ts';
import { type Exchange, HostProxy } from '../../server/proxy.ts';

const BRANDS = [
  { id: 1, name: 'Ana', status: 1 },
  { id: 2, name: 'Bo', status: null },
];

const exchange = (change: Partial<Exchange> = {}): Exchange => ({
  method: 'GET',
  url: '/v1/brands?limit=2',
  requestHeaders: { authorization: 'Bearer a' },
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8', etag: '"7"' },
  cookies: ['visit=1; Path=/'],
  body: JSON.stringify({ data: BRANDS, pagination: { total: 2 } }),
  ...change,
});

describe('A mutant of responses', () => {
  const changed = (key: string, response = exchange()): Exchange | undefined =>
    changingWire(`listBrands 200 | ${key}`)(response) ? response : undefined;
  const bodyAfter = (key: string) => JSON.parse(changed(key)?.body ?? '{}');

  test('drops or alters a header or a cookie', () => {
    expect(changed('etag | header dropped')?.headers).not.toHaveProperty('etag');
    expect(changed('etag | header altered')?.headers.etag).toBe('"7"x');
    expect(changed('visit | cookie dropped')?.cookies).toEqual([]);
  });

  test('drops, empties or alters a property of the last row', () => {
    expect(bodyAfter('body.data.[].name | property dropped').data).toEqual([BRANDS[0], { id: 2, status: null }]);
    expect(bodyAfter('body.data.[].name | property null').data[1].name).toBeNull();
    expect(bodyAfter('body.data.[].id | property altered').data[1].id).toBe(3);
  });

  test('swaps, doubles or drops rows, and miscounts them', () => {
    const idsAfter = (key: string) => bodyAfter(key).data.map(({ id }: { id: number }) => id);
    expect(idsAfter('body.data | rows swapped')).toEqual([2, 1]);
    expect(idsAfter('body.data | row doubled')).toEqual([1, 2, 2]);
    expect(idsAfter('body.data | row dropped')).toEqual([1]);
    expect(bodyAfter('body.pagination.total | total one less').pagination.total).toBe(1);
  });

  test('adds a row that another client has seen at the same place', () => {
    const change = changingWire('listBrands 200 | body.data | foreign row');
    expect(change(exchange())).toBe(false);
    const other = exchange({ requestHeaders: { authorization: 'Bearer b' }, body: '{"data":[{"id":9}]}' });
    expect(change(other)).toBe(true);
    expect(JSON.parse(other.body).data).toEqual([{ id: 9 }, BRANDS[1]]);
  });

  test('changes lines of JSON as rows', () => {
    const headers = { 'content-type': 'application/x-ndjson' };
    const lines = exchange({ headers, body: '{"id":1}\n{"id":2}\n' });
    expect(changed('body | rows swapped', lines)?.body).toBe('{"id":2}\n{"id":1}\n');
  });

  test('leaves other operations, other statuses and absent places as they are', () => {
    expect(changed('etag | header dropped', exchange({ url: '/v1/brands/1' }))).toBeUndefined();
    expect(changed('etag | header dropped', exchange({ status: 304 }))).toBeUndefined();
    expect(changed('body.data.[].color | property dropped')).toBeUndefined();
    expect(changed('body.data.[].status | property null')).toBeUndefined();
  });

  test('exists for every place that a response has, with the cases that receive it', () => {
    const survey = new WireSurvey();
    survey.note(exchange(), 'one');
    survey.note(exchange({ url: '/alias/nothing/17', status: 404, cookies: [], body: '{}' }), 'two');
    const cases = new Map(survey.reached.map(({ mutant, cases: reaching }) => [mutant.key, reaching]));
    expect(cases.get('listBrands 200 | body.data.[].name | property altered')).toEqual(['one']);
    expect(cases.get('GET /alias/nothing/… 404 | status | other status')).toEqual(['two']);
    expect(cases.has('listBrands 200 | body.data.[].status | property null')).toBe(false);
  });
});

describe('The proxy', () => {
  let server: Awaited<ReturnType<typeof listening>>;
  beforeAll(async () => {
    server = await listening((_, response) =>
      response.writeHead(303, { Location: '/next', 'Set-Cookie': ['a=1; Path=/', 'b=2; Path=/'] }).end(),
    );
  });
  afterAll(() => closed(server));

  test.each([
    ['forwards redirects and cookies unchanged', () => {}, ['a=1; Path=/', 'b=2; Path=/']],
    ['sends the response that a fault has changed', ({ cookies }: Exchange) => void cookies.shift(), ['b=2; Path=/']],
  ])('%s', async (_, change, cookies) => {
    const proxy = await HostProxy.open(change);
    proxy.leadTo(portOf(server));
    const answer = await send({ method: 'GET', url: `${proxy.origin}/`, headers: {}, body: undefined });
    expect([answer.status, answer.headers.location, answer.cookies]).toEqual([303, '/next', cookies]);
    await proxy.close();
  });
});
