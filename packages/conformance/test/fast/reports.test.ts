import { validateStrict } from 'ctrf';
import { describe, expect, test } from 'vitest';
import { OF_HEADERS } from '../../src/checks/checks.ts';
import { causesOf, causesOfFailures, causesOfRecommendations } from '../../src/report/causes.ts';
import { progress } from '../../src/report/console.ts';
import { requirementResults, requirementText } from '../../src/report/requirements.ts';
import { readRequirements } from '../../src/requirements/read-requirements.ts';
import type { Case } from '../../src/run/case.ts';
import { Stopped } from '../../src/run/expectations.ts';
import { Unavailable } from '../../src/run/unavailable.ts';
import { aCase, anAnswer, reportsOf, runAll } from '../support/run.ts';

/** A case with one finding, about its own requirement unless another is named. */
const finds = (id: string, message: string, rule = 'lists.limit', answer = anAnswer('GET', '/brands', 200)): Case =>
  aCase(id, async (t) => void t.about(rule).check(false, message, answer));

/** A case that sends one request, and expects a status of the response. */
const expects = (id: string, status: number, answer = anAnswer('POST', '/brands', 500)): Case =>
  aCase(id, async (t) => {
    t.session.observe(answer, []);
    t.expectStatus(answer, status);
  });

const got = (path: string, status: number): Case => expects(path, 200, anAnswer('GET', path, status));

/** The cases of each cause. */
const casesByCause = async (cases: readonly Case[]): Promise<string[][]> =>
  causesOf(await runAll(cases)).map((cause) => cause.cases.map(({ caseId }) => caseId));

const rejection = (path: string, field: string) =>
  anAnswer('PATCH', path, 400, { body: { code: 'partner.validation_failed', details: [{ field, rule: 'type' }] } });

describe('Findings are one cause if', () => {
  test.each<[string, string, string]>([
    ['ids', 'brand 12 is not listed', 'brand 13 is not listed'],
    ['names', 'conf-1a2b3c4d-12-record-1 is listed', 'conf-99ffee00-3-brand-2 is listed'],
    ['numbers', 'the total is 10.50, not -3', 'the total is 7, not 12.123'],
    ['instants', 'updatedAt is 2026-03-01T10:00:00.123Z', 'updatedAt is 2026-11-23T14:00:00+05:30'],
    ['correlation ids', 'd9428888-122b-11e1-b85c-61cd3cbb3210 is new', '6fa459ea-ee8a-3ca4-894e-db77e160355e is new'],
    ['the values of a query', '/brands?sort=name&limit=2: the order', '/brands?sort=entryDate&limit=50: the order'],
    ['flags', 'total and hasMore: expected [3,true]', 'total and hasMore: expected [0,false]'],
    ['cursors', 'the tag "3f9cQx_81-kdLw0a7zBt" is listed', 'the tag "Zk2_aa01-plmvq98XwQe" is listed'],
    ['hosts', 'issuer: expected "http://localhost:1234/v1"', 'issuer: expected "https://api.example/v1"'],
    ['the length of a list', 'expected [1,2,3], got []', 'expected [4], got [5,6]'],
    ['evidence below the first line', 'the levels differ after\n  1. post', 'the levels differ after\n  1. void'],
  ])('they differ only in %s', async (_, one, other) => {
    expect(await casesByCause([finds('a', one), finds('b', other)])).toEqual([['a', 'b']]);
  });

  const crash = anAnswer('POST', '/brands', 500);
  const invalid = (path: string) => anAnswer('GET', path, 400, { body: { code: 'partner.validation_failed' } });
  const of = (path: string, message: string, rule: string, status = 200, method = 'GET') =>
    finds(path, message, rule, anAnswer(method, path, status));
  test.each<[string, Case[]]>([
    [
      'an operation answers 5xx, whatever each case expects',
      [
        expects('a', 201, crash),
        expects('b', 422, crash),
        finds('c', 'body must have a code', 'http.body_documented', crash),
        finds('d', 'Cache-Control is ""', 'http.private_cache', crash),
      ],
    ],
    [
      'an operation rejects with the same code and details what several cases send',
      [expects('a', 200, rejection('/brands/1', 'name')), expects('b', 200, rejection('/brands/2', 'name'))],
    ],
    [
      'the specification names the same rule first, at any operation',
      ['/items', '/brands'].map((path) => of(path, `${path} diverges`, 'lists.reversed_range')),
    ],
    [
      'the specification accepts what any operation rejects in the same way',
      ['/items?limit=x', '/brands?limit=x'].map((path) => {
        const message = `GET ${path}: status is "400 partner.validation_failed"; the specification says "200"`;
        return finds(path, message, 'http.accepts_what_it_documents', invalid(path));
      }),
    ],
    [
      'a header is missing, at any operation and status',
      [
        of('/brands', 'GET /x 200: required header ETag is missing', 'http.headers_documented'),
        of('/items', 'POST /x 401: required header ETag is missing', 'http.headers_documented', 401, 'POST'),
      ],
    ],
    [
      'the envelope of errors is wrong, at any operation',
      ['/brands', '/items'].map((path) => of(path, 'statusCode is undefined', 'errors.partner_envelope', 401)),
    ],
    [
      'a body has another shape than the contract',
      ["must have required property 'id'", '/status must be integer'].map((text) =>
        finds(text, `GET /brands/{id} 200: body ${text}`, 'http.body_documented'),
      ),
    ],
  ])('%s', async (_, cases) => {
    expect(await casesByCause(cases)).toHaveLength(1);
  });

  test('the failed requests have a parameter in common that few others have', async () => {
    const result = await runAll([
      ...['/brands?limit=2&cursor=a', '/items?limit=2&cursor=b', '/menus?cursor=c'].map((path) => got(path, 500)),
      ...['/brands?limit=2', '/items?limit=2', '/menus?limit=2'].map((path) => got(path, 200)),
      got('/brands/1', 500),
    ]);
    expect(causesOf(result).map(({ cases, shared }) => [cases.length, shared])).toEqual([
      [3, { trait: 'the parameter cursor', failed: 3, requests: 3 }],
      [1, undefined],
    ]);
    expect(reportsOf(result).console).toContain('Failed: 3 of 3 requests with the parameter cursor\n');
    expect(reportsOf(result).console).toContain('Operations that never succeeded: getBrand.\n');
  });

  test('the specification names one rule for responses of status 5xx, which nothing else has in common', async () => {
    const crashes = ['/brands?sort=id', '/items?search=a', '/menus?online=1'].map((path, n) => {
      const answer = anAnswer('GET', `${path}&cursor=x`, 500, { took: n });
      return aCase(path, async (t) => {
        t.session.observe(answer, []);
        t.about('http.no_server_error').check(false, 'answered 500', answer);
        t.about('lists.cursor').check(false, `GET ${path}: status is "500"; the specification says "400"`, answer);
      });
    });
    const [cause, ...others] = causesOf(
      await runAll([...crashes, ...Array.from({ length: 12 }, () => got('/brands?cursor=x', 200))]),
    );
    expect([cause?.cases.length, others.length]).toEqual([3, 0]);
  });

  test('one operation fails with one parameter, though either alone succeeds', async () => {
    const result = await runAll([
      ...['/items/1?storeId=1', '/items/2?storeId=1'].map((path) => got(path, 500)),
      ...['/items/1', '/items?storeId=1', '/items/2', '/items?storeId=2'].map((path) => got(path, 200)),
    ]);
    const shared = { trait: 'the parameter storeId of getItem', failed: 2, requests: 2 };
    expect(causesOf(result).map((cause) => cause.shared)).toEqual([shared]);
  });
});

describe('Findings are several causes if they differ in', () => {
  const items = anAnswer('GET', '/items', 200);
  test.each<[string, Case, Case]>([
    ['message', finds('a', 'the name is missing'), finds('b', 'the status is missing')],
    [
      'the rule that the specification names',
      finds('a', 'price is "1"', 'items.price'),
      finds('b', 'price is "1"', 'numbers.minor_units'),
    ],
    [
      'operation, if the message does not name it',
      finds('a', 'it is wrong'),
      finds('b', 'it is wrong', 'lists.limit', items),
    ],
    [
      'operation, if their rule is one of any request',
      finds('a', 'it is wrong', 'http.validation_details'),
      finds('b', 'it is wrong', 'http.validation_details', items),
    ],
    ['operation, if it answers 5xx', expects('a', 201), expects('b', 201, anAnswer('POST', '/items', 500))],
    ['expected status', expects('a', 404, items), expects('b', 409, items)],
    [
      'details of a rejection',
      expects('a', 200, rejection('/brands/1', 'name')),
      expects('b', 200, rejection('/brands/1', 'status')),
    ],
  ])('%s', async (_, one, other) => {
    expect(await casesByCause([one, other])).toHaveLength(2);
  });
});

describe('Causes', () => {
  const violates = (id: string, rule: string) => finds(id, `${rule} is violated`, rule);

  test('are ordered by severity and number of cases, those of headers alone last', async () => {
    const rules = [...Array(3).fill('http.nosniff'), 'http.head', 'lists.total', ...Array(2).fill('lists.sort')];
    const found = causesOf(await runAll(rules.map((rule, n) => violates(`case-${n}`, rule))));
    expect(found.map(({ requirements }) => requirements[0])).toEqual([
      'lists.sort',
      'lists.total',
      'http.head',
      'http.nosniff',
    ]);
  });

  test('of failures are told from those of recommendations', async () => {
    const result = await runAll([violates('a', 'http.head'), violates('b', 'lists.total')]);
    expect(causesOfFailures(result).map(({ requirements }) => requirements)).toEqual([['lists.total']]);
    expect(causesOfRecommendations(result).map(({ requirements }) => requirements)).toEqual([['http.head']]);
  });

  test('that follow others in each of their cases come after them, and are marked', async () => {
    const both = (id: string) =>
      aCase(id, async (t) => {
        for (const rule of ['stock.levels', 'items.search']) t.about(rule).check(false, rule, anAnswer('GET', id, 200));
      });
    const found = causesOf(await runAll([both('/a'), both('/b'), violates('c', 'stock.levels')]));
    expect(found.map(({ requirements, mayFollow }) => [...requirements, mayFollow])).toEqual([
      ['stock.levels', false],
      ['items.search', true],
    ]);
  });

  test('show a finding about the status first, and messages of other kinds', async () => {
    const answer = anAnswer('POST', '/brands', 500);
    const failed = aCase('a', async (t) => {
      for (const message of ['no name', 'no code', 'no code']) t.check(false, message, answer);
      t.expectStatus(answer, 201);
    });
    const [cause] = causesOf(await runAll([failed]));
    expect(cause?.example.message).toContain('expected 201, got 500');
    expect(cause?.otherMessages).toEqual(['no name', 'no code']);
  });

  test('of headers alone are named by existing requirements', () => {
    const known = new Set(readRequirements().map(({ id }) => id));
    expect([...OF_HEADERS].filter((id) => !known.has(id))).toEqual([]);
  });
});

describe('A requirement', () => {
  const after = async (...cases: Case[]) => {
    const result = await runAll(cases);
    const states = new Map(requirementResults(result).map(({ id, state, shownBy }) => [id, [state, ...shownBy]]));
    return { result, states };
  };

  test('is kept if a passed case declares it or a response was as it predicts, broken if a finding names it', async () => {
    const observed = aCase('observed', async (t) => t.session.observeKept(['lists.total', 'lists.sort']), {
      proves: [],
    });
    const passed = aCase('passed', async () => {}, { proves: ['items.price'] });
    const { result, states } = await after(observed, passed, finds('wrong', 'it is wrong', 'lists.sort'));
    expect(states.get('lists.total')).toEqual(['kept', '1 predicted answer']);
    expect(states.get('items.price')).toEqual(['kept', 'passed']);
    expect(states.get('lists.sort')).toEqual(['broken', 'wrong']);
    expect(states.get('lists.limit')).toEqual(['not reached', 'not in this run']);
    expect(reportsOf(result).console).toMatch(/^Requirements: 2 kept, 1 broken, \d+ not reached$/m);
    expect(JSON.parse(reportsOf(result).json).results.extra.requirements.broken).toEqual(['lists.sort']);
  });

  test('that skips.yaml explains is reported with the reason', async () => {
    const { states } = await after(aCase('passed', async () => {}));
    expect(states.get('errors.503')?.join(': ')).toContain('not reached: A region cannot be made unreachable');
  });
});

describe('Reports', () => {
  const crash = (n: number) => {
    const { sent, ...answer } = anAnswer('POST', '/brands', 500, { text: '{"code":"partner.internal"}' });
    return { ...answer, sent: { ...sent, body: `{"name":"conf-${n}"}` } };
  };
  const cases = Array.from({ length: 23 }, (_, n) =>
    aCase(`brands.case-${n}`, async (t) => void t.expectStatus(crash(n), 201), { proves: ['tenancy.unknown_id'] }),
  );
  const count = (report: string, part: string): number => report.split(part).length - 1;

  test('show the findings of one cause once, with the text of the requirement and every case', async () => {
    const { console, html, json, junit, comment } = reportsOf(await runAll(cases));
    const { extra, tests } = JSON.parse(json).results;
    for (const report of [console, html, JSON.stringify(extra.causes)]) {
      expect(count(report, 'curl -i -X POST')).toBe(1);
      expect(report).toMatch(/23 findings in 23 cases|"findings":23/);
      expect(report).toContain(requirementText('tenancy.unknown_id'));
    }
    for (const { id } of cases) expect(html).toContain(id);
    expect(console).toMatch(/brands\.case-0, .*brands\.case-19, and 3 more\n/);
    expect(new Set(tests.map((one: { trace: string }) => one.trace)).size).toBe(23);
    expect(count(junit, '<failure ')).toBe(23);
    expect(count(junit, 'cause 1\nPOST http')).toBe(23);
    expect(count(junit, 'request and response: see brands.case-0 (FULL/SANDBOX/body)')).toBe(22);
    expect(count(comment, '<details>')).toBe(1);
    expect(comment).toContain('no server departs from the contract');
    expect(comment).toMatch(/<code>brands\.case-0 \(.*\)<\/code> <code>brands\.case-1 \(/);
  });

  test('are valid CTRF, with cases that could not run and cases that were stopped without a finding', async () => {
    const result = await runAll([
      finds('wrong', 'it is wrong'),
      aCase('right', async () => {}),
      aCase('missing', async () => {
        throw new Unavailable('an app in the role archived');
      }),
      aCase('stopped', async () => {
        throw new Stopped();
      }),
    ]);
    const report = JSON.parse(reportsOf(result).json);
    validateStrict(report);
    expect(report.results.summary).toMatchObject({ tests: 4, passed: 1, failed: 2, skipped: 1, pending: 0, other: 0 });
    expect(report.results.tests[2]).toMatchObject({ status: 'skipped', message: 'an app in the role archived' });
  });

  test('show the headers of a response where a finding is about them, and its body elsewhere', async () => {
    const answer = anAnswer('GET', '/brands', 200, { text: '{"data":[]}', headers: { 'cache-control': 'public' } });
    const shown = async (rule: string) => reportsOf(await runAll([finds('a', 'it is wrong', rule, answer)])).console;
    expect(await shown('http.private_cache')).toContain("/v1/brands'\n   200\n   cache-control: public\n");
    expect(await shown('lists.total')).toContain(`/v1/brands'\n   200 {"data":[]}\n`);
  });

  test('show a request once on the console, although the message of a divergence has it', async () => {
    const curl = "curl -i -X GET 'http://127.0.0.1:1/v1/brands'";
    expect(count(reportsOf(await runAll([finds('a', `it is 200\n${curl}`)])).console, curl)).toBe(1);
  });

  test('show what the case had written before the request', async () => {
    const answers = [
      anAnswer('POST', '/brands', 201),
      anAnswer('POST', '/items', 422),
      anAnswer('GET', '/brands/1', 200),
      anAnswer('DELETE', '/brands/1', 204),
    ];
    const result = await runAll([
      aCase('written', async (t) => {
        for (const answer of answers) t.session.observe(answer, []);
        t.check(false, 'the name differs', answers[2]);
      }),
    ]);
    const { comment: _, ...reports } = reportsOf(result);
    for (const report of Object.values(reports)) {
      expect(report).toContain('POST /v1/brands → 201');
      expect(report).not.toMatch(/POST \/v1\/items|DELETE/);
    }
  });

  test('print one line for a failed case as it ends', async () => {
    let output = '';
    const print = progress((text) => {
      output += text;
    }, false);
    const { outcomes } = await runAll(cases.slice(0, 1));
    for (const outcome of outcomes) print(outcome, 1, 1);
    expect(output).toMatch(/^FAILED {2}brands\.case-0 \(FULL\/SANDBOX\/body\) {2}POST \S+: expected 201, got 500\n/);
  });

  test('write a comment without markup of the deployment, at most as long as GitHub allows', async () => {
    const { comment } = reportsOf(await runAll([finds('a', 'answered <b>500</b>')]));
    expect(comment).toContain('answered &lt;b&gt;500&lt;/b&gt;');
    expect(comment).not.toContain('<b>');
    const long = [...'abcdefghijklmnopqrst'].map((letter) => finds(`case-${letter}`, `${letter}"`.repeat(2_000)));
    expect(reportsOf(await runAll(long)).comment.length).toBeLessThan(65_536);
  });
});
