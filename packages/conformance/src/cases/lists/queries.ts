import { schemaOf } from '@tillgate/openapi/requests';
import { hasParameter, isList, type Operation, RESOURCE_OPERATIONS } from '../../contract/bundle.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import { detailsOf, expectRejectedAt } from '../expect/rejections.ts';
import { withRecords } from './list-sorts.ts';

/** Queries of each list: pages beyond the end, blank searches, brackets, letter case. */

const example = subject('examples', 'query');

const LISTS = RESOURCE_OPERATIONS.filter((op) => isList(op) && !op.path.includes('{') && hasParameter(op, 'cursor'));

/** Numbers beyond any list, beyond exact numbers, and beyond database integers. */
const FAR = ['1000001', '9007199254740991', '9007199254740993', '99999999999999999999999'];

const beyondCase = (op: Operation): Case =>
  example(
    `${op.id}.beyond-the-end`,
    ['lists.beyond_the_end', `op.${op.id}.param.page`],
    `GET ${op.path}: a page beyond the last is empty, however large its number`,
    async (t) => {
      const caller = await withRecords(t, op);
      const { total } = (await caller.page(`${op.path}?limit=1`)).pagination;
      for (const page of FAR) {
        const { data, pagination } = await caller.page(`${op.path}?limit=100&page=${page}`);
        const { hasMore, nextCursor } = pagination;
        t.equal([data, pagination.total, hasMore, nextCursor], [[], total, false, null], `page=${page}`);
      }
    },
  );

/** Standalone accents, spacing and combining, which searches ignore; and a zero-width joiner. */
const ACCENTS = ['´', '¨', '¯', '¸', '˜', '´ ¨', '\u0301', '\u200B'].map(encodeURIComponent);

const blankCase = (op: Operation, name: string): Case =>
  example(
    `${op.id}.blank-${name}`,
    ['lists.blank_search', `op.${op.id}.param.${name}`, `op.${op.id}.status.400`],
    `GET ${op.path}: a blank ${name} is rejected, as is one of accents only`,
    async (t) => {
      for (const blank of ['', '+', '%20%20', '%C2%A0', '%E3%80%80', ...ACCENTS])
        expectRejectedAt(t, await t.as().get(`${op.path}?${name}=${blank}`), 400, 'partner.validation_failed', name);
    },
  );

/** Ranges that end before they begin: two days, two instants of a day, and a day with an instant in any time zone. */
const REVERSED: readonly (readonly [from: string, to: string])[] = [
  ['2026-03-02', '2026-03-01'],
  ['2026-03-02T08:00:01Z', '2026-03-02T08:00:00Z'],
  ['2026-03-02T08:00:00%2B05:30', '2026-03-02T02:29:59Z'],
  ['2026-03-03T12:00:00Z', '2026-03-02'],
  ['2026-03-03', '2026-03-02T09:59:59Z'],
];

/** Ranges of a single day or instant, and ranges that are in order in at least one time zone. */
const IN_ORDER: readonly (readonly [from: string, to: string])[] = [
  ['2026-03-02', '2026-03-02'],
  ['2026-03-02T08:00:00Z', '2026-03-02T13:30:00%2B05:30'],
  ['2026-03-03T11:59:59Z', '2026-03-02'],
  ['2026-03-03', '2026-03-02T10:00:00Z'],
];

const rangeCase = (op: Operation): Case =>
  example(
    `${op.id}.reversed-range`,
    ['lists.reversed_range', `op.${op.id}.param.fromDate`, `op.${op.id}.param.toDate`, `op.${op.id}.status.400`],
    `GET ${op.path}: a range that ends before it begins is rejected, and the error names both bounds`,
    async (t) => {
      const hasInstants = op.id !== 'listStockAdjustments';
      const fits = (range: readonly string[]) => hasInstants || !range.join().includes('T');
      const views = ['', ...(hasParameter(op, 'transactions') ? ['&transactions=true'] : [])];
      for (const view of views) {
        const ask = ([from, to]: readonly string[]) => t.as().get(`${op.path}?fromDate=${from}&toDate=${to}${view}`);
        for (const range of REVERSED.filter(fits)) {
          const answer = await ask(range);
          expectRejectedAt(t, answer, 400, 'partner.validation_failed', 'toDate');
          const told = detailsOf(answer).some(({ message }) => message.includes('fromDate'));
          t.check(told, 'the error does not name fromDate', answer);
        }
        for (const range of IN_ORDER.filter(fits)) t.expectStatus(await ask(range), 200);
      }
    },
  );

const bracketsCase = (op: Operation): Case =>
  example(
    `${op.id}.brackets`,
    ['http.bracketed_parameters', 'http.unknown_parameters', `op.${op.id}.status.400`],
    `GET ${op.path}: a parameter with brackets is unknown, and the error names the intended one`,
    async (t) => {
      const names = op.parameters.filter(({ in: part }) => part === 'query').map(({ name }) => name);
      for (const name of names)
        for (const sent of [`${name}[]`, `${name}[0]`]) await bracketsRejected(t, op, name, sent);
    },
  );

async function bracketsRejected(t: CaseContext, op: Operation, name: string, sent: string): Promise<void> {
  const answer = await t.as().get(`${op.path}?${encodeURIComponent(sent)}=1&${encodeURIComponent(sent)}=2`);
  expectRejectedAt(t, answer, 400, 'partner.validation_failed', sent);
  const [detail] = detailsOf(answer);
  t.equal(detail?.rule, 'unknown', `the rule that ${sent} breaks`, answer);
  t.check(detail?.message.includes(name) ?? false, `the error for ${sent} does not name ${name}`, answer);
}

const caseCase = (op: Operation, name: string): Case =>
  example(
    `${op.id}.${name}-in-any-case`,
    ['http.boolean_case', `op.${op.id}.param.${name}`],
    `GET ${op.path}: ${name} is accepted in any letter case, with the same meaning`,
    async (t) => {
      const caller = await withRecords(t, op);
      for (const [value, others] of [
        ['true', ['True', 'TRUE', 'tRue', '1']],
        ['false', ['False', 'FALSE', '0']],
      ] as const) {
        const expected = await caller.page(`${op.path}?${name}=${value}`);
        for (const other of others)
          t.equal((await caller.page(`${op.path}?${name}=${other}`)).data, expected.data, `${name}=${other}`);
      }
    },
  );

const parametersOf = (op: Operation, fits: (name: string, type: unknown) => boolean): string[] =>
  op.parameters.filter(({ name, schema }) => fits(name, schemaOf(schema).type)).map(({ name }) => name);

const casesOf = (op: Operation): Case[] => [
  beyondCase(op),
  bracketsCase(op),
  ...(hasParameter(op, 'fromDate') ? [rangeCase(op)] : []),
  ...parametersOf(op, (name) => /search$/i.test(name)).map((name) => blankCase(op, name)),
  ...parametersOf(op, (_, type) => type === 'boolean').map((name) => caseCase(op, name)),
];

export const QUERY_CASES: readonly Case[] = LISTS.flatMap(casesOf);
