import { beyondBounds, minimalBody, type Schema, schemaOf, typesOf, wrongTypes } from '@tillgate/openapi/requests';
import { type Operation, propertiesOf, RESOURCE_OPERATIONS } from '../../contract/bundle.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import { requestOf } from '../../engine/references.ts';
import type { Answer } from '../../http/send.ts';
import { detailsOf, expectRejectedAt } from '../expect/rejections.ts';
import { UNKNOWN_ID } from '../fixtures/records.ts';

/** Elements of lists in a body, derived from the contract; and invalid calendar days. */

const generated = subject('generated', 'shape');

/** The type of item that can have these parts. */
const TYPE_WITH: Readonly<Record<string, number>> = { variants: 1, components: 2 };

async function prepare(t: CaseContext, op: Operation, list: string, item: Schema) {
  const caller = t.as();
  const { references, url, body } = await requestOf(t, caller, op);
  const type = op.id === 'createItem' && list in TYPE_WITH ? { type: TYPE_WITH[list] } : {};
  const element = () => minimalBody(item, references, () => t.name());
  const send = (elements: unknown[]) => caller.send(op.method, url, { body: { ...body(), ...type, [list]: elements } });
  return { element, send };
}

const expectRejected = (t: CaseContext, answer: Answer, path: string): void =>
  expectRejectedAt(t, answer, 400, 'partner.validation_failed', path);

/** Each property of an element, with another type and beyond each bound; missing and unknown properties. */
const listCase = (op: Operation, list: string, item: Schema): Case =>
  generated(
    `${op.id}.body.${list}.elements`,
    [`op.${op.id}.body.${list}`, `op.${op.id}.status.400`, 'http.nested_shape', 'http.validation_details'],
    `${op.method} ${op.path}: elements of ${list} are validated, and errors name their place`,
    async (t) => {
      const { element, send } = await prepare(t, op, list, item);
      for (const [name, schema] of propertiesOf(item)) {
        for (const { value } of [...wrongTypes(schema), ...beyondBounds(schema)])
          expectRejected(t, await send([{ ...element(), [name]: value }]), `/${list}/0/${name}`);
      }
      for (const name of schemaOf(item).required ?? []) {
        const { [name]: _, ...left } = element();
        expectRejected(t, await send([left]), `/${list}/0/${name}`);
      }
      expectRejected(t, await send([element(), { ...element(), 'no-such': 1 }]), `/${list}/1/no-such`);
      for (const value of [null, 'x', 1, []]) expectRejected(t, await send([value]), `/${list}/0`);
    },
  );

/** True if the error is reported for the list and not for one of its elements. */
const isWrong = (answer: Answer, list: string): boolean =>
  answer.status === 400 && detailsOf(answer).some(({ path }) => path === `/${list}`);

/** The maximum number of elements, and one more; each element is valid. */
const countCase = (op: Operation, list: string, item: Schema, most: number): Case =>
  generated(
    `${op.id}.body.${list}.count`,
    [`op.${op.id}.body.${list}`, `op.${op.id}.status.400`, 'http.nested_shape', 'http.bounds_first'],
    `${op.method} ${op.path}: ${list} has at most ${most} elements, and a longer list is rejected without errors of its elements`,
    async (t) => {
      const { element, send } = await prepare(t, op, list, item);
      const many = (count: number) => Array.from({ length: count }, element);
      const over = await send(many(most + 1));
      t.check(isWrong(over, list), `${most + 1} elements are ${over.status} ${over.text.slice(0, 200)}`, over);
      const wrong = await send(Array(most + 1).fill({}));
      const named = detailsOf(wrong).map(({ path }) => path);
      t.check(
        !named.some((path) => path.startsWith(`/${list}/`)),
        `${most + 1} invalid elements are reported one by one`,
        wrong,
      );
      const errors = detailsOf(await send(Array(most).fill({}))).length;
      t.check(errors > 0 && errors <= 20, `${most} invalid elements are rejected with ${errors} details`);
      const full = await send(many(most));
      t.check(!isWrong(full, list) && full.status < 500, `${most} elements are ${full.text.slice(0, 200)}`, full);
    },
  );

/** Each element of a list of plain values, with another type and beyond each bound; and a repeated one. */
const plainCase = (op: Operation, list: string, item: Schema): Case =>
  generated(
    `${op.id}.body.${list}.elements`,
    [`op.${op.id}.body.${list}`, `op.${op.id}.status.400`, 'http.nested_shape'],
    `${op.method} ${op.path}: each of ${list} is validated and may occur once`,
    async (t) => {
      const { send } = await prepare(t, op, list, item);
      for (const { value } of [...wrongTypes(item), ...beyondBounds(item)])
        expectRejected(t, await send([value]), `/${list}/0`);
      const [element] = typesOf(schemaOf(item))[0] === 'integer' ? [UNKNOWN_ID] : [t.name()];
      expectRejected(t, await send([element, element]), `/${list}`);
    },
  );

const deepCase: Case = generated(
  'createBrand.depth',
  ['http.body_depth', 'op.createBrand.status.400'],
  'POST /brands: a body nested thousands deep is rejected, and the service keeps running',
  async (t) => {
    const headers = { 'Content-Type': 'application/json' };
    for (const [open, close] of [
      ['[', ']'],
      ['{"name":', '}'],
    ]) {
      const deep = `${open?.repeat(50_000)}1${close?.repeat(50_000)}`;
      const body = deep.slice(0, 1_000_000) === deep ? deep : `${open?.repeat(9_000)}1${close?.repeat(9_000)}`;
      t.expectStatus(await t.as().send('POST', '/brands', { body, headers }), 400);
    }
    t.expectStatus(await t.as().get('/brands?limit=1'), 200);
  },
);

const DAYS_OF_NO_CALENDAR = ['2026-02-30', '2027-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '26-04-01'];

const dateCase = (op: Operation, name: string): Case =>
  generated(
    `${op.id}.body.${name}.days`,
    [`op.${op.id}.body.${name}`, `op.${op.id}.status.400`, 'dates.calendar'],
    `${op.method} ${op.path}: ${name} is a calendar day, YYYY-MM-DD`,
    async (t) => {
      const caller = t.as();
      const { url, body: sound } = await requestOf(t, caller, op);
      for (const day of [...DAYS_OF_NO_CALENDAR, '2026-04-01T00:00:00Z']) {
        const answer = await caller.send(op.method, url, { body: { ...sound(), [name]: day } });
        expectRejected(t, answer, `/${name}`);
      }
    },
  );

const dateParameterCase = (op: Operation, name: string): Case =>
  generated(
    `${op.id}.param.${name}.days`,
    [`op.${op.id}.param.${name}`, `op.${op.id}.status.400`, 'dates.calendar'],
    `${op.method} ${op.path}: ${name} is a calendar day, YYYY-MM-DD`,
    async (t) => {
      for (const day of DAYS_OF_NO_CALENDAR) expectRejected(t, await t.as().get(`${op.path}?${name}=${day}`), name);
      t.expectStatus(await t.as().get(`${op.path}?${name}=2028-02-29`), 200);
    },
  );

const isObject = (schema: Schema): boolean => typesOf(schemaOf(schema)).includes('object');

/** True if a property accepts a day, possibly among other values. */
const isDay = (schema: Schema): boolean => {
  const { format, else: otherwise } = schemaOf(schema);
  return (format ?? otherwise?.format) === 'date';
};

const casesOf = (op: Operation): Case[] => [
  ...propertiesOf(op.body ?? {}).flatMap(([name, schema]) => {
    const { items, maxItems } = schemaOf(schema);
    return [
      ...(items ? [isObject(items) ? listCase(op, name, items) : plainCase(op, name, items)] : []),
      ...(items && maxItems && isObject(items) ? [countCase(op, name, items, maxItems)] : []),
      ...(isDay(schema) ? [dateCase(op, name)] : []),
    ];
  }),
  ...op.parameters
    .filter((parameter) => parameter.in === 'query' && isDay(parameter.schema) && !op.path.startsWith('/reports/'))
    .map(({ name }) => dateParameterCase(op, name)),
];

export const NESTED_SHAPE_CASES: readonly Case[] = [...RESOURCE_OPERATIONS.flatMap(casesOf), deepCase];
