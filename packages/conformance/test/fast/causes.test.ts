import { describe, expect, test } from 'vitest';
import { OF_HEADERS } from '../../src/checks/checks.ts';
import type { Case } from '../../src/engine/case.ts';
import { type Cause, causesOf, causesOfFailures, causesOfRecommendations } from '../../src/report/causes/causes.ts';
import { progress, summary } from '../../src/report/console.ts';
import { toHtml } from '../../src/report/html/page.ts';
import { toJson } from '../../src/report/json.ts';
import { toJunit } from '../../src/report/junit.ts';
import { requirementText } from '../../src/report/requirement-text.ts';
import { readRequirements } from '../../src/requirements/read-requirements.ts';
import { aCase, anAnswer, runAll, TARGET } from '../support/run.ts';

const causes = async (cases: readonly Case[]) =>
  causesOf(await runAll(cases)).map(({ requirements, findings, cases: ids }) => ({
    requirements,
    findings,
    cases: ids.map(({ caseId }) => caseId),
  }));

/** Cases that each report one message for the same response. */
const each = (messages: readonly string[], proves?: readonly string[]): Case[] =>
  messages.map((message, n) =>
    aCase(`case-${n}`, async (t) => void t.check(false, message, anAnswer('GET', `/brands/${n}`, 200)), {
      ...(proves && { proves }),
    }),
  );

/** A case that expects a status of a response. */
const expecting = (id: string, status: number, answer = anAnswer('POST', '/brands', 500)): Case =>
  aCase(id, async (t) => void t.expectStatus(answer, status), { proves: [`lists.${id}`] });

/** A case that sends one request, which should succeed. */
const getting = (path: string, status: number): Case =>
  aCase(path, async (t) => {
    const answer = anAnswer('GET', path, status);
    t.session.observe(answer, []);
    t.expectStatus(answer, 200);
  });

describe('Findings are one cause', () => {
  test.each([
    ['ids', ['brand 12 is not listed', 'brand 13 is not listed']],
    ['names', ['conf-1a2b3c4d-12-record-1 is listed', 'conf-99ffee00-3-brand-2 is listed']],
    ['numbers', ['the total is 10.50, not -3', 'the total is 7, not 12.123']],
    ['instants', ['updatedAt is 2026-03-01T10:00:00.123Z', 'updatedAt is 2026-11-23T14:00:00+05:30']],
    ['correlation ids', ['d9428888-122b-11e1-b85c-61cd3cbb3210 is new', '6fa459ea-ee8a-3ca4-894e-db77e160355e is new']],
    ['the values of a query', ['/brands?sort=name&limit=2: the order', '/brands?sort=entryDate&limit=50: the order']],
    [
      'flags',
      ['total and hasMore: expected [3,true], got [0,false]', 'total and hasMore: expected [0,false], got [1,true]'],
    ],
    ['cursors and tags', ['the tag "3f9cQx_81-kdLw0a7zBt" is listed', 'the tag "Zk2_aa01-plmvq98XwQe" is listed']],
    ['hosts', ['issuer: expected "http://localhost:1234/v1"', 'issuer: expected "https://api.example/v1"']],
    ['the length of a list', ['expected [1,2,3], got []', 'expected [4], got [5,6]']],
    ['evidence below the first line', ['the levels differ after\n  1. post', 'the levels differ after\n  1. void']],
  ])('if they differ only in %s', async (_what, messages) => {
    expect(await causes(each(messages))).toEqual([
      { requirements: ['lists.limit'], findings: 2, cases: ['case-0', 'case-1'] },
    ]);
  });

  test('if an operation answers 5xx, whatever each case expects', async () => {
    const crash = anAnswer('POST', '/brands', 500);
    const checked = aCase('checked', async (t) => {
      t.checkAlso('http.no_server_error', false, 'answered 500', crash);
      t.checkAlso('http.body_documented', false, 'body must have a code', crash);
    });
    const found = await causes([expecting('created', 201), expecting('rejected', 422), checked]);
    expect(found).toEqual([
      {
        requirements: ['lists.created', 'lists.rejected', 'http.no_server_error', 'http.body_documented'],
        findings: 4,
        cases: ['created', 'rejected', 'checked'],
      },
    ]);
  });

  test('if what fails has a parameter in common, and few other requests have it', async () => {
    const result = await runAll([
      ...['/brands?limit=2&cursor=a', '/items?limit=2&cursor=b', '/menus?cursor=c'].map((path) => getting(path, 500)),
      ...['/brands?limit=2', '/items?limit=2', '/menus?limit=2'].map((path) => getting(path, 200)),
      getting('/brands/1', 500),
    ]);
    const found = causesOf(result);
    expect(found.map(({ cases, shared }) => [cases.length, shared])).toEqual([
      [3, { trait: 'the parameter cursor', failed: 3, requests: 3 }],
      [1, undefined],
    ]);
    expect(summary(result)).toContain('Failed: 3 of 3 requests with the parameter cursor\n');
    expect(summary(result)).toContain('Operations that never succeeded: getBrand.\n');
  });

  test('if one operation fails with one parameter, though either alone succeeds', async () => {
    const result = await runAll([
      ...['/items/1?storeId=1', '/items/2?storeId=1'].map((path) => getting(path, 500)),
      ...['/items/1', '/items?storeId=1', '/items/2', '/items?storeId=2'].map((path) => getting(path, 200)),
    ]);
    const shared = { trait: 'the parameter storeId of getItem', failed: 2, requests: 2 };
    expect(causesOf(result).map((cause) => cause.shared)).toEqual([shared]);
  });

  test('if an operation rejects with the same code and details what several cases send', async () => {
    const rejection = (field: string, id: number) =>
      anAnswer('PATCH', `/brands/${id}`, 400, {
        body: { code: 'partner.validation_failed', details: [{ field, rule: 'type' }] },
      });
    const found = await causes([
      expecting('first', 200, rejection('name', 1)),
      expecting('second', 200, rejection('name', 2)),
      expecting('third', 200, rejection('status', 3)),
    ]);
    expect(found.map(({ cases }) => cases)).toEqual([['first', 'second'], ['third']]);
  });

  test('if several cases report them for an operation, whatever each proves', async () => {
    const found = await causes([
      ...each(['the claim iss is missing']),
      ...each(['the claim iss is missing'], ['lists.total']),
    ]);
    expect(found.map(({ requirements }) => requirements)).toEqual([['lists.limit', 'lists.total']]);
  });

  test('if the envelope of errors is wrong, at any operation', async () => {
    const wrong = ['/brands', '/items'].map((path) =>
      aCase(path, async (t) => {
        t.checkAlso('errors.partner_envelope', false, 'statusCode is undefined', anAnswer('GET', path, 401));
      }),
    );
    expect(await causes(wrong)).toHaveLength(1);
  });

  test('if a body has another shape than the contract', async () => {
    const answer = anAnswer('GET', '/brands/1', 200);
    const shape = aCase('shape', async (t) => {
      for (const what of ["must have required property 'id'", '/status must be integer'])
        t.checkAlso('http.body_documented', false, `GET /brands/{id} 200: body ${what}`, answer);
    });
    expect(await causes([shape])).toHaveLength(1);
  });

  test('if a header is missing, at any operation and status', async () => {
    const missing = [anAnswer('GET', '/brands', 200), anAnswer('POST', '/items', 401)].map((answer) =>
      aCase(answer.sent.url, async (t) => {
        const message = `${answer.sent.method} ${new URL(answer.sent.url).pathname} ${answer.status}: required header ETag is missing`;
        t.checkAlso('http.headers_documented', false, message, answer);
      }),
    );
    expect(await causes(missing)).toHaveLength(1);
  });

  test('if a check of every response reports them, at any operation and status', async () => {
    const checked = ['/brands', '/items'].map((path) =>
      aCase(
        path,
        async (t) =>
          void t.checkAlso(
            'http.correlation_id',
            false,
            'no X-Correlation-Id',
            anAnswer('GET', path, path === '/items' ? 404 : 200),
          ),
      ),
    );
    expect(await causes(checked)).toHaveLength(1);
  });
});

describe('Findings are several causes', () => {
  test.each([
    ['message', each(['the name is missing', 'the status is missing'])],
    [
      'requirement, where the rejection that it demands is missing',
      ['a', 'b'].map((id) => expecting(id, 422, anAnswer('PATCH', '/brands/1', 200))),
    ],
    [
      'a requirement of their own',
      ['items.price', 'numbers.minor_units'].map((rule, n) =>
        aCase(`case-${n}`, async (t) => {
          t.checkAlso(rule, false, 'price is "1"; the specification says "2"', anAnswer('GET', '/items/1', 200));
        }),
      ),
    ],
    [
      'operation, if the message does not name it',
      ['/brands', '/items'].map((path) =>
        aCase(path, async (t) => void t.check(false, 'the total is wrong', anAnswer('GET', path, 200))),
      ),
    ],
    [
      'expected status',
      [expecting('a', 404, anAnswer('GET', '/brands/1', 200)), expecting('a', 409, anAnswer('GET', '/brands/1', 200))],
    ],
    [
      'what is wrong with a server error, its headers alone',
      [
        aCase('a', async (t) => {
          const answer = anAnswer('GET', '/brands', 500);
          t.checkAlso('http.no_server_error', false, 'answered 500', answer);
          t.checkAlso('http.private_cache', false, 'Cache-Control is ""', answer);
        }),
      ],
    ],
    ['operation', [expecting('a', 201), expecting('b', 201, anAnswer('POST', '/items', 500))]],
  ])('if they differ in %s', async (_what, cases) => {
    expect(await causes(cases)).toHaveLength(2);
  });
});

describe('Divergences', () => {
  const diverging = (path: string, ...requirements: string[]) =>
    aCase(path, async (t) => {
      t.findings.push({
        requirements,
        severity: 'must',
        message: `${path} diverges`,
        answer: anAnswer('GET', path, 200),
      });
    });
  const found = async (cases: readonly Case[], kept: Record<string, number> = {}) => {
    const { outcomes, coverage } = await runAll(cases);
    for (const [id, count] of Object.entries(kept)) coverage.kept.set(id, count);
    return causesOf({ outcomes, coverage }).map(({ cases: ids, ...cause }) => ({
      ...cause,
      cases: ids.map(({ caseId }) => caseId),
    }));
  };

  test('that one requirement explains are one cause, which shows the shortest', async () => {
    const [one, ...others] = await found([
      diverging('/stock-transfers', 'lists.updated_range', 'http.validation_details', 'lists.reversed_range'),
      diverging('/items', 'lists.reversed_range', 'http.validation_details', 'op.listItems.status.400'),
    ]);
    expect(others).toEqual([]);
    expect(one?.cases).toEqual(['/stock-transfers', '/items']);
    expect(one?.requirements[0]).toBe('lists.reversed_range');
    expect(one?.example.message).toBe('/items diverges');
    expect(one?.otherMessages).toEqual(['/stock-transfers diverges']);
  });

  test('are explained by what few responses kept rather than by what most did', async () => {
    const causes = await found(
      [
        diverging('/items', 'lists.limit', 'items.search'),
        diverging('/brands', 'lists.limit', 'brands.search'),
        diverging('/menus', 'lists.limit', 'brands.search'),
      ],
      { 'lists.limit': 500 },
    );
    expect(causes.map(({ requirements: [first], cases }) => [first, cases])).toEqual([
      ['brands.search', ['/brands', '/menus']],
      ['items.search', ['/items']],
    ]);
  });

  test('that only general requirements name stay apart', async () => {
    const general = 'http.validation_details';
    expect(await found([diverging('/items', general), diverging('/brands', general)])).toHaveLength(2);
  });

  test('that follow others in each of their cases come after them, and are marked', async () => {
    const both = (path: string) =>
      aCase(path, async (t) => {
        const answer = anAnswer('GET', path, 200);
        for (const id of ['stock.levels', 'items.search'])
          t.findings.push({ requirements: [id], severity: 'must', message: `${id} of ${path}`, answer });
      });
    const causes = await found([both('/a'), both('/b'), diverging('/c', 'stock.levels')]);
    expect(causes.map(({ requirements, mayFollow }) => [...requirements, mayFollow])).toEqual([
      ['stock.levels', false],
      ['items.search', true],
    ]);
  });
});

describe('Causes', () => {
  const failing = (id: string, requirement: string) =>
    aCase(id, async (t) => void t.checkAlso(requirement, false, `${requirement} is violated`));

  test('are ordered by severity and number of cases, those of headers alone last', async () => {
    const found = await causes([
      failing('a', 'http.nosniff'),
      failing('b', 'http.nosniff'),
      failing('c', 'http.nosniff'),
      failing('d', 'http.head'),
      failing('e', 'lists.total'),
      failing('f', 'lists.sort'),
      failing('g', 'lists.sort'),
    ]);
    expect(found.map(({ requirements }) => requirements[0])).toEqual([
      'lists.sort',
      'lists.total',
      'http.head',
      'http.nosniff',
    ]);
  });

  test('name the requirements of most findings first', async () => {
    const same = ['lists.limit', 'lists.total', 'lists.total'].flatMap((rule) => each(['it is wrong'], [rule]));
    expect((await causes(same)).map(({ requirements }) => requirements)).toEqual([['lists.total', 'lists.limit']]);
  });

  test('of failures are told from those of recommendations', async () => {
    const result = await runAll([failing('a', 'http.head'), failing('b', 'lists.total')]);
    const idsOf = (found: readonly Cause[]) => found.flatMap(({ requirements }) => requirements);
    expect(idsOf(causesOfFailures(result))).toEqual(['lists.total']);
    expect(idsOf(causesOfRecommendations(result))).toEqual(['http.head']);
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

describe('Reports', () => {
  const text = '{"status":"error","code":"partner.internal"}';
  const crash = (n: number) =>
    anAnswer('POST', '/brands', 500, {
      text,
      sent: { ...anAnswer('POST', '/brands', 500).sent, body: `{"name":"conf-${n}"}` },
    });
  const cases = Array.from({ length: 18 }, (_, n) =>
    aCase(`brands.case-${n}`, async (t) => void t.expectStatus(crash(n), 201), { proves: ['tenancy.unknown_id'] }),
  );
  const occurrences = (report: string, part: string | RegExp): number => report.split(part).length - 1;

  test('show eighteen findings of one cause once, with the text of the requirement and every case', async () => {
    const result = await runAll(cases);
    const json = JSON.parse(toJson(result, TARGET));
    const shown = [summary(result), toHtml(result, TARGET), JSON.stringify(json.results.extra.causes)];
    for (const report of shown) {
      expect(occurrences(report, 'curl -i -X POST')).toBe(1);
      expect(report).toMatch(/18 findings in 18 cases|"findings":18/);
      expect(report).toContain(requirementText('tenancy.unknown_id'));
      for (const { id } of cases) expect(report).toContain(id);
    }
  });

  test('keep every finding in report.json', async () => {
    const { tests } = JSON.parse(toJson(await runAll(cases), TARGET)).results;
    const bodies = tests.map(({ extra }: { extra: { findings: { curl: string }[] } }) => extra.findings[0]?.curl);
    expect(new Set(bodies).size).toBe(18);
  });

  test('fail each case in junit.xml, and show the request in the first of them', async () => {
    const report = toJunit(await runAll(cases), TARGET);
    expect(occurrences(report, '<failure ')).toBe(18);
    expect(occurrences(report, 'cause 1\nPOST http')).toBe(18);
    expect(occurrences(report, 'request and response: see brands.case-0 (FULL/SANDBOX/body)')).toBe(17);
    expect(/<system-out>(.*)<\/system-out>/s.exec(report)?.[1]).toContain('18 findings in 18 cases');
  });

  test('show the headers of a response where a finding is about them, and its body elsewhere', async () => {
    const answer = anAnswer('GET', '/brands', 200, { text: '{"data":[]}', headers: { 'cache-control': 'public' } });
    const shown = async (requirement: string) =>
      summary(await runAll([aCase('a', async (t) => void t.checkAlso(requirement, false, 'it is wrong', answer))]));
    expect(await shown('http.private_cache')).toContain(
      "'http://127.0.0.1:1/v1/brands'\n   200\n   cache-control: public\n",
    );
    expect(await shown('lists.total')).toContain(`'http://127.0.0.1:1/v1/brands'\n   200 {"data":[]}\n`);
  });

  test('show a request once on the console, although the message of a divergence has it', async () => {
    const curl = "curl -i -X GET 'http://127.0.0.1:1/v1/brands'";
    const output = summary(
      await runAll([
        aCase('a', async (t) => void t.check(false, `it is 200\n${curl}`, anAnswer('GET', '/brands', 200))),
      ]),
    );
    expect(output.split(curl)).toHaveLength(2);
  });

  test('show what the case had written before the request', async () => {
    const result = await runAll([
      aCase('written', async (t) => {
        const answers = [
          anAnswer('POST', '/brands', 201),
          anAnswer('POST', '/items', 422),
          anAnswer('GET', '/brands/1', 200),
          anAnswer('DELETE', '/brands/1', 204),
        ];
        for (const answer of answers) t.session.observe(answer, []);
        t.check(false, 'the name differs', answers[2]);
      }),
    ]);
    for (const report of [summary(result), toHtml(result, TARGET), toJson(result, TARGET), toJunit(result, TARGET)]) {
      expect(report).toContain('POST /v1/brands → 201');
      expect(report).not.toContain('POST /v1/items');
      expect(report).not.toContain('DELETE');
    }
  });

  test('name at most twenty cases on the console, and say how many more there are', async () => {
    const many = Array.from({ length: 23 }, (_, n) =>
      aCase(`case-${n}`, async (t) => void t.check(false, 'it is wrong')),
    );
    const output = summary(await runAll(many));
    expect(output).toContain('23 findings in 23 cases: case-0, ');
    expect(output).toContain('case-19, and 3 more\n');
  });

  test('print one line for a failed case as it ends', async () => {
    let output = '';
    const print = progress((said) => {
      output += said;
    }, false);
    const { outcomes } = await runAll(cases.slice(0, 1));
    for (const outcome of outcomes) print(outcome, 1, 1);
    expect(output).toMatch(/^FAILED {2}brands\.case-0 \(FULL\/SANDBOX\/body\) {2}POST \S+: expected 201, got 500\n/);
  });
});
