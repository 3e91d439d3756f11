import { schemaOf } from '@tillgate/openapi/requests';
import { hasParameter, isList, type Operation, RESOURCE_OPERATIONS } from '../../contract/bundle.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import { detailsOf, expectRefusedAt } from '../expect/refusals.ts';
import { filled } from './list-sorts.ts';

/** Queries of each list: pages beyond the end, blank searches, brackets, letter case. */

const example = subject('examples', 'query');

const LISTS = RESOURCE_OPERATIONS.filter(
  (one) => isList(one) && !one.path.includes('{') && hasParameter(one, 'cursor'),
);

/** Numbers beyond any list, beyond exact numbers, and beyond a database's integers. */
const FAR = ['1000001', '9007199254740991', '9007199254740993', '99999999999999999999999'];

const beyondCase = (one: Operation): Case =>
  example(
    `${one.id}.beyond-the-end`,
    ['lists.beyond_the_end', `op.${one.id}.param.page`],
    `GET ${one.path}: a page beyond the last is empty, however large its number`,
    async (t) => {
      const caller = await filled(t, one);
      const { total } = (await caller.page(`${one.path}?limit=1`)).pagination;
      for (const page of FAR) {
        const { data, pagination } = await caller.page(`${one.path}?limit=100&page=${page}`);
        const { hasMore, nextCursor } = pagination;
        t.equal([data, pagination.total, hasMore, nextCursor], [[], total, false, null], `page=${page}`);
      }
    },
  );

const blankCase = (one: Operation, name: string): Case =>
  example(
    `${one.id}.blank-${name}`,
    ['lists.blank_search', `op.${one.id}.param.${name}`, `op.${one.id}.status.400`],
    `GET ${one.path}: a blank ${name} is rejected, as is an empty one`,
    async (t) => {
      for (const blank of ['', '+', '%20%20', '%C2%A0', '%E3%80%80'])
        expectRefusedAt(t, await t.as().get(`${one.path}?${name}=${blank}`), 400, 'partner.validation_failed', name);
    },
  );

const bracketsCase = (one: Operation): Case =>
  example(
    `${one.id}.brackets`,
    ['http.bracketed_parameters', 'http.unknown_parameters', `op.${one.id}.status.400`],
    `GET ${one.path}: a parameter with brackets is unknown, and the error names the intended one`,
    async (t) => {
      const names = one.parameters.filter(({ in: part }) => part === 'query').map(({ name }) => name);
      for (const name of names)
        for (const sent of [`${name}[]`, `${name}[0]`]) await refusedBrackets(t, one, name, sent);
    },
  );

async function refusedBrackets(t: CaseContext, one: Operation, name: string, sent: string): Promise<void> {
  const answer = await t.as().get(`${one.path}?${encodeURIComponent(sent)}=1&${encodeURIComponent(sent)}=2`);
  expectRefusedAt(t, answer, 400, 'partner.validation_failed', sent);
  const [detail] = detailsOf(answer);
  t.equal(detail?.rule, 'unknown', `the rule that ${sent} breaks`, answer);
  t.check(detail?.message.includes(name) ?? false, `the error for ${sent} does not name ${name}`, answer);
}

const caseCase = (one: Operation, name: string): Case =>
  example(
    `${one.id}.${name}-in-any-case`,
    ['http.boolean_case', `op.${one.id}.param.${name}`],
    `GET ${one.path}: ${name} is accepted in any letter case, with the same meaning`,
    async (t) => {
      const caller = await filled(t, one);
      for (const [value, others] of [
        ['true', ['True', 'TRUE', 'tRue', '1']],
        ['false', ['False', 'FALSE', '0']],
      ] as const) {
        const expected = await caller.page(`${one.path}?${name}=${value}`);
        for (const other of others)
          t.equal((await caller.page(`${one.path}?${name}=${other}`)).data, expected.data, `${name}=${other}`);
      }
    },
  );

const parametersOf = (one: Operation, fits: (name: string, type: unknown) => boolean): string[] =>
  one.parameters.filter(({ name, schema }) => fits(name, schemaOf(schema).type)).map(({ name }) => name);

const casesOf = (one: Operation): Case[] => [
  beyondCase(one),
  bracketsCase(one),
  ...parametersOf(one, (name) => /search$/i.test(name)).map((name) => blankCase(one, name)),
  ...parametersOf(one, (_, type) => type === 'boolean').map((name) => caseCase(one, name)),
];

export const QUERY_CASES: readonly Case[] = LISTS.flatMap(casesOf);
