import { wrongTexts, wrongTypes } from '@tillgate/openapi/requests';
import { type Operation, propertiesOf, RESOURCE_OPERATIONS } from '../../contract/bundle.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import { bodyFor, changeOf, referencesOf, someId, takesId, urlOf } from '../../engine/references.ts';
import type { Answer } from '../../http/send.ts';

/** Requests with many errors: every error is reported, not only the first. */

const generated = subject('generated', 'details');

/** How many properties are wrong at once: an answer names at most twenty errors, and a property may have several. */
const AT_ONCE = 6;

const portions = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, i) => all.slice(i * AT_ONCE, (i + 1) * AT_ONCE));

const pathsOf = ({ body }: Answer, part: string): Set<string> => {
  const { details = [] } = (body ?? {}) as { details?: { in: string; path: string }[] };
  return new Set(details.filter((one) => one.in === part).map(({ path }) => path));
};

function expectAllNamed(t: CaseContext, answer: Answer, part: string, expected: readonly string[]): void {
  t.expectStatus(answer, 400, 'partner.validation_failed');
  const named = pathsOf(answer, part);
  const missing = expected.filter((path) => !named.has(path));
  t.equal(missing, [], `errors of the ${part} that are not reported`, answer);
}

async function addressOf(t: CaseContext, one: Operation) {
  const references = await referencesOf(t, t.as());
  const url = urlOf(one, takesId(one) ? await someId(t, t.as(), one, references) : undefined, references);
  return { references, url };
}

const bodyCase = (one: Operation): Case =>
  generated(
    `${one.id}.body`,
    ['http.every_detail', 'http.validation_details', `op.${one.id}.status.400`],
    `${one.method} ${one.path}: every property of a wrong type is reported`,
    async (t) => {
      const { references, url } = await addressOf(t, one);
      const properties = propertiesOf(one.body ?? {}).flatMap(([name, schema]) => {
        const [wrong] = wrongTypes(schema);
        return wrong ? [{ name, value: wrong.value }] : [];
      });
      const sound = one.method === 'POST' ? bodyFor(t, one, references) : changeOf(one);
      for (const some of portions(properties)) {
        const wrong = Object.fromEntries(some.map(({ name, value }) => [name, value]));
        const answer = await t.as().send(one.method, url, { body: { ...sound, ...wrong } });
        const expected = some.map(({ name }) => `/${name}`);
        expectAllNamed(t, answer, 'body', expected);
      }
    },
  );

const queryOf = ({ parameters }: Operation) =>
  parameters.filter(({ in: part, name }) => part === 'query' && name !== 'cursor' && name !== 'companyId');

const wrongQuery = (one: Operation): [string, string][] =>
  queryOf(one).flatMap(({ name, schema }) => {
    const [wrong] = wrongTexts(schema);
    return wrong === undefined ? [] : [[name, wrong] as [string, string]];
  });

const queryCase = (one: Operation): Case =>
  generated(
    `${one.id}.query`,
    ['http.every_detail', 'http.validation_details', `op.${one.id}.status.400`],
    `${one.method} ${one.path}: every invalid or unknown parameter is reported`,
    async (t) => {
      const { references, url } = await addressOf(t, one);
      const [path = '', query] = url.split('?');
      const body = one.body && (one.method === 'POST' ? bodyFor(t, one, references) : changeOf(one));
      for (const some of portions([...wrongQuery(one), ['nosuch', '1'] as const])) {
        const values = new URLSearchParams(query);
        for (const [name, text] of some) values.set(name, text);
        const answer = await t.as().send(one.method, `${path}?${values}`, { body });
        const expected = some.map(([name]) => name);
        expectAllNamed(t, answer, 'query', expected);
      }
    },
  );

export const EVERY_DETAIL_CASES: readonly Case[] = [
  ...RESOURCE_OPERATIONS.filter(({ body }) => body && propertiesOf(body).length > 0).map(bodyCase),
  ...RESOURCE_OPERATIONS.filter((one) => wrongQuery(one).length > 0).map(queryCase),
];
