import { minimalBody, type Schema, schemaOf, typesOf, wrongTexts, wrongTypes } from '@tillgate/openapi/requests';
import { type Operation, propertiesOf, RESOURCE_OPERATIONS } from '../../contract/bundle.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import { requestOf } from '../../engine/references.ts';
import type { Answer } from '../../http/send.ts';

/** Requests with many errors: all of them are reported, not only the first. */

const generated = subject('generated', 'details');

/** Number of invalid properties per request. Responses list at most twenty errors, and a property may cause several. */
const AT_ONCE = 6;

/** Splits the entries into portions, each of them an object. */
const portions = (all: readonly (readonly [string, unknown])[], most = AT_ONCE): Record<string, unknown>[] =>
  Array.from({ length: Math.ceil(all.length / most) }, (_, i) =>
    Object.fromEntries(all.slice(i * most, (i + 1) * most)),
  );

/** Each property with a value of a wrong type. */
const wrongProperties = (schema: Schema): [string, unknown][] =>
  propertiesOf(schema).flatMap(([name, property]) => {
    const [wrong] = wrongTypes(property);
    return wrong ? [[name, wrong.value] as [string, unknown]] : [];
  });

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

const bodyCase = (op: Operation): Case =>
  generated(
    `${op.id}.body`,
    ['http.every_detail', 'http.validation_details', `op.${op.id}.status.400`],
    `${op.method} ${op.path}: every property of a wrong type is reported`,
    async (t) => {
      const { url, body: sound } = await requestOf(t, t.as(), op);
      for (const wrong of portions(wrongProperties(op.body ?? {}))) {
        const answer = await t.as().send(op.method, url, { body: { ...sound(), ...wrong } });
        const expected = Object.keys(wrong).map((name) => `/${name}`);
        expectAllNamed(t, answer, 'body', expected);
      }
    },
  );

/** Two elements of a list with as many wrong types as a response can report. */
const nestedCase = (op: Operation, list: string, item: Schema): Case =>
  generated(
    `${op.id}.body.${list}`,
    ['http.every_detail', 'http.nested_shape', `op.${op.id}.body.${list}`, `op.${op.id}.status.400`],
    `${op.method} ${op.path}: every property of a wrong type in ${list} is reported`,
    async (t) => {
      const { references, url, body: sound } = await requestOf(t, t.as(), op);
      const element = () => minimalBody(item, references, () => t.name());
      for (const some of portions(wrongProperties(item), AT_ONCE / 2)) {
        const elements = [element(), element(), element()].map((whole, i) => (i === 1 ? whole : { ...whole, ...some }));
        const answer = await t.as().send(op.method, url, { body: { ...sound(), [list]: elements } });
        const expected = [0, 2].flatMap((i) => Object.keys(some).map((name) => `/${list}/${i}/${name}`));
        expectAllNamed(t, answer, 'body', expected);
      }
    },
  );

const nestedCasesOf = (op: Operation): Case[] =>
  propertiesOf(op.body ?? {}).flatMap(([name, schema]) => {
    const { items } = schemaOf(schema);
    return items && typesOf(schemaOf(items)).includes('object') ? [nestedCase(op, name, items)] : [];
  });

const queryOf = ({ parameters }: Operation) =>
  parameters.filter(({ in: part, name }) => part === 'query' && name !== 'cursor' && name !== 'companyId');

const wrongQuery = (op: Operation): [string, string][] =>
  queryOf(op).flatMap(({ name, schema }) => {
    const [wrong] = wrongTexts(schema);
    return wrong === undefined ? [] : [[name, wrong] as [string, string]];
  });

const queryCase = (op: Operation): Case =>
  generated(
    `${op.id}.query`,
    ['http.every_detail', 'http.validation_details', `op.${op.id}.status.400`],
    `${op.method} ${op.path}: every invalid or unknown parameter is reported`,
    async (t) => {
      const { url, ...request } = await requestOf(t, t.as(), op);
      const [path = '', query] = url.split('?');
      const body = op.body && request.body();
      for (const wrong of portions([...wrongQuery(op), ['nosuch', '1']])) {
        const values = new URLSearchParams(query);
        for (const [name, text] of Object.entries(wrong)) values.set(name, String(text));
        const answer = await t.as().send(op.method, `${path}?${values}`, { body });
        expectAllNamed(t, answer, 'query', Object.keys(wrong));
      }
    },
  );

export const EVERY_DETAIL_CASES: readonly Case[] = [
  ...RESOURCE_OPERATIONS.filter(({ body }) => body && propertiesOf(body).length > 0).map(bodyCase),
  ...RESOURCE_OPERATIONS.flatMap(nestedCasesOf),
  ...RESOURCE_OPERATIONS.filter((op) => wrongQuery(op).length > 0).map(queryCase),
];
