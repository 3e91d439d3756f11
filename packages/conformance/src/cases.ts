import type { Answer, Target } from './target.ts';

/** One thing a deployment must do. Gives what is wrong with how it did, in words. */
export interface Case {
  readonly title: string;
  run(target: Target): Promise<readonly string[]>;
}

const LISTS = [
  '/items',
  '/categories',
  '/brands',
  '/menus',
  '/modifiers',
  '/stores',
  '/suppliers',
  '/taxes',
  '/stock-transfers',
];

/** Cuts larger pages down instead of refusing them. */
const CLAMPING_LIST = '/stock-adjustments';

const codeOf = ({ body }: Answer): unknown => (body as { code?: unknown } | undefined)?.code;

/** The answer's departures from the contract, and whether it is the answer that was due. */
function expectAnswer(answer: Answer, status: number, code?: string): string[] {
  const problems = [...answer.deviations];
  if (answer.status !== status) problems.push(`expected status ${status}, got ${answer.status}`);
  if (code !== undefined && codeOf(answer) !== code)
    problems.push(`expected code ${code}, got ${String(codeOf(answer))}`);
  return problems;
}

interface Page {
  data: { id: number }[];
  pagination: { limit: number; hasMore: boolean; nextCursor: string | null; total: number };
}

function casesOf(path: string): Case[] {
  return [
    {
      title: `GET ${path} answers with one page`,
      run: async (target) => expectAnswer(await target.send('GET', path), 200),
    },
    {
      title: `GET ${path} without a token is 401`,
      run: async (target) => expectAnswer(await target.anonymously('GET', path), 401, 'partner.token_missing'),
    },
    {
      title: `GET ${path} refuses an unknown parameter`,
      run: async (target) =>
        expectAnswer(await target.send('GET', `${path}?nosuch=1`), 400, 'partner.validation_failed'),
    },
    {
      title: `GET ${path} by cursor gives every record once`,
      run: (target) => walk(target, path),
    },
  ];
}

const refusesLargePages = (path: string): Case => ({
  title: `GET ${path} refuses a limit above 100`,
  run: async (target) => expectAnswer(await target.send('GET', `${path}?limit=101`), 400, 'partner.validation_failed'),
});

async function clampsLargePages(target: Target): Promise<string[]> {
  const answer = await target.send('GET', `${CLAMPING_LIST}?limit=101`);
  const problems = expectAnswer(answer, 200);
  if (problems.length > 0) return problems;
  const { limit } = (answer.body as Page).pagination;
  return limit === 100 ? [] : [`expected pagination.limit 100, got ${limit}`];
}

async function walk(target: Target, path: string): Promise<string[]> {
  const ids: number[] = [];
  let cursor: string | null = null;
  let total = 0;
  do {
    const answer = await target.send('GET', `${path}?limit=100${cursor ? `&cursor=${cursor}` : ''}`);
    const problems = expectAnswer(answer, 200);
    if (problems.length > 0) return problems;
    const { data, pagination } = answer.body as Page;
    ids.push(...data.map((record) => record.id));
    ({ nextCursor: cursor, total } = pagination);
  } while (cursor !== null && ids.length < 2_000);
  const repeated = ids.length - new Set(ids).size;
  return [
    ...(repeated > 0 ? [`${repeated} records came twice`] : []),
    ...(cursor === null && ids.length !== total ? [`total is ${total}, but ${ids.length} records came`] : []),
  ];
}

export const CASES: readonly Case[] = [
  ...[...LISTS, CLAMPING_LIST].flatMap(casesOf),
  ...LISTS.map(refusesLargePages),
  { title: `GET ${CLAMPING_LIST} takes a limit above 100 as 100`, run: clampsLargePages },
  {
    title: 'GET /items/{id} of an unknown id is 404',
    run: async (target) =>
      expectAnswer(await target.send('GET', '/items/9007199254740991?storeId=1'), 404, 'partner.not_found'),
  },
  {
    title: 'GET /nowhere is 404 in the error envelope',
    run: async (target) => expectAnswer(await target.send('GET', '/nowhere'), 404, 'partner.route_not_found'),
  },
  {
    title: 'DELETE /items is 405 and says what is allowed',
    run: async (target) => {
      const answer = await target.send('DELETE', '/items');
      const allow = answer.headers.get('allow') === null ? ['the Allow header is missing'] : [];
      return [...expectAnswer(answer, 405, 'partner.method_not_allowed'), ...allow];
    },
  },
];
