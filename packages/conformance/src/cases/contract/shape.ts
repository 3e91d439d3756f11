import {
  atBounds,
  beyondBounds,
  boundTexts,
  type Schema,
  schemaOf,
  wrongTexts,
  wrongTypes,
} from '@tillgate/openapi/requests';
import { type Operation, type Parameter, propertiesOf, RESOURCE_OPERATIONS } from '../../contract/bundle.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import { requestOf, takesId } from '../../engine/references.ts';
import type { Answer } from '../../http/send.ts';

/** Shape of requests, derived from the contract: every parameter and property at each bound and beyond it. */

const generated = subject('generated', 'shape');

/** Sends one operation repeatedly to a record that it can change. */
async function prepare(t: CaseContext, op: Operation) {
  const caller = t.as();
  const { url, body } = await requestOf(t, caller, op);
  const withQuery = (name: string, text: string) => {
    const [path, query] = url.split('?');
    const values = new URLSearchParams(query);
    values.set(name, text);
    return `${path}?${values}`;
  };
  const send = (path: string, value: unknown) => caller.send(op.method, path, { body: op.body && value });
  return { caller, url, withQuery, body, send };
}

/** Asserts that a request is rejected for its shape, with the right path. */
function expectRejected(t: CaseContext, answer: Answer, what: string, where: { in: string; path: string }): void {
  const { code, details = [] } = answer.body as { code?: string; details?: { in: string; path: string }[] };
  if (!t.equal([answer.status, code], [400, 'partner.validation_failed'], what, answer)) return;
  const named = details.some((one) => one.in === where.in && one.path.startsWith(where.path));
  t.check(named, `${what}: details name ${JSON.stringify(details)}, not ${where.in} ${where.path}`, answer);
}

/** Asserts that the shape is accepted, even if referenced records are missing. */
const expectAccepted = (t: CaseContext, answer: Answer, what: string): boolean =>
  t.check(
    ![400, 413, 415].includes(answer.status) && answer.status < 500,
    `${what} is refused: ${answer.text.slice(0, 300)}`,
    answer,
  );

const parameterCase = (op: Operation, { name, schema, required }: Parameter): Case =>
  generated(
    `${op.id}.param.${name}`,
    [`op.${op.id}.param.${name}`, `op.${op.id}.status.400`, 'http.validation_details'],
    `${op.method} ${op.path}: ${name} at and beyond each bound`,
    async (t) => {
      const { url, withQuery, body, send } = await prepare(t, op);
      for (const text of wrongTexts(schema))
        expectRejected(t, await send(withQuery(name, text), body()), `${name}=${text.slice(0, 60)}`, {
          in: 'query',
          path: name,
        });
      for (const text of boundTexts(schema))
        expectAccepted(t, await send(withQuery(name, text), body()), `${name}=${text}`);
      if (required) {
        const left = url.replace(new RegExp(`([?&])${name}=[^&]*&?`), '$1').replace(/[?&]$/, '');
        expectRejected(t, await send(left, body()), `without ${name}`, { in: 'query', path: name });
      }
      if (schemaOf(schema).type !== 'array') {
        const [path, query] = withQuery(name, boundTexts(schema)[0] ?? 'conf').split('?');
        const twice = `${path}?${query}&${name}=${boundTexts(schema)[0] ?? 'conf'}`;
        expectRejected(t, await send(twice, body()), `${name} given twice`, { in: 'query', path: name });
      }
    },
  );

const pathCase = (op: Operation): Case =>
  generated(
    `${op.id}.param.id`,
    [`op.${op.id}.param.id`, `op.${op.id}.status.400`],
    `${op.method} ${op.path}: an id that is not a positive integer`,
    async (t) => {
      const { url, body, send } = await prepare(t, op);
      for (const id of ['0', '-1', '1.5', 'x', '9007199254740993', '%20', 'null'])
        expectRejected(t, await send(url.replace(/\/\d+/, `/${id}`), body()), `the id ${id}`, {
          in: 'path',
          path: 'id',
        });
    },
  );

const unknownParameterCase = (op: Operation): Case =>
  generated(
    `${op.id}.unknown-parameter`,
    ['http.unknown_parameters', `op.${op.id}.status.400`],
    `${op.method} ${op.path}: an unknown parameter`,
    async (t) => {
      const { withQuery, body, send } = await prepare(t, op);
      for (const name of ['nosuch', 'Page', 'limit ', '__proto__', 'company_id'])
        expectRejected(t, await send(withQuery(name, '1'), body()), `the parameter ${name}`, {
          in: 'query',
          path: name,
        });
    },
  );

/** Skips properties that a conditional schema fixes. */
const propertyCase = (op: Operation, name: string, schema: Schema): Case =>
  generated(
    `${op.id}.body.${name}`,
    [`op.${op.id}.body.${name}`, `op.${op.id}.status.400`, 'http.validation_details'],
    `${op.method} ${op.path}: ${name} of another type and beyond each bound`,
    async (t) => {
      const { url, body, send } = await prepare(t, op);
      const path = `/${name}`;
      for (const { what, value } of [...wrongTypes(schema), ...beyondBounds(schema)])
        expectRejected(t, await send(url, { ...body(), [name]: value }), `${name} ${what}`, { in: 'body', path });
      for (const value of atBounds(schema)) {
        const answer = await send(url, { ...body(), [name]: value });
        const { details = [] } = answer.body as { details?: { path: string; rule: string }[] };
        const shape = details.filter((detail) => detail.path === path && SHAPE_RULES.has(detail.rule));
        t.check(
          shape.length === 0,
          `${name} ${JSON.stringify(value)?.slice(0, 80)} is rejected by ${JSON.stringify(shape)}`,
          answer,
        );
      }
    },
  );

const SHAPE_RULES = new Set(['type', 'enum', 'minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'format']);

const requiredCase = (op: Operation): Case =>
  generated(
    `${op.id}.required`,
    [`op.${op.id}.status.400`, 'http.required_properties', 'http.unknown_properties'],
    `${op.method} ${op.path}: each required property omitted`,
    async (t) => {
      const { url, body, send } = await prepare(t, op);
      for (const name of schemaOf(op.body as Schema).required ?? []) {
        const { [name]: _, ...left } = body();
        expectRejected(t, await send(url, left), `without ${name}`, { in: 'body', path: `/${name}` });
      }
      expectRejected(t, await send(url, { ...body(), 'no-such': 1 }), 'an unknown property', {
        in: 'body',
        path: '/no-such',
      });
      expectRejected(t, await send(url, [body()]), 'an array', { in: 'body', path: '' });
    },
  );

const MIB = 1024 * 1024;

/** Pads a JSON text with blanks to a number of bytes. */
const padded = (text: string, bytes: number): string => text + ' '.repeat(bytes - Buffer.byteLength(text));

const mediaCase = (op: Operation): Case =>
  generated(
    `${op.id}.media`,
    [`op.${op.id}.status.415`, `op.${op.id}.status.413`, 'http.media_types', 'http.malformed_json', 'http.body_limit'],
    `${op.method} ${op.path}: bodies that are not JSON in UTF-8, and one that is too large`,
    async (t) => {
      const { caller, url, body } = await prepare(t, op);
      const send = (text: string, type: string, more = {}) =>
        caller.send(op.method, url, { body: text, headers: { 'Content-Type': type, ...more } });
      const text = JSON.stringify(body());
      const json = 'application/json';
      for (const type of [
        'text/plain',
        'application/xml',
        'application/x-www-form-urlencoded',
        `${json}; charset=utf-16`,
        'x',
      ])
        t.expectStatus(await send(text, type), 415, 'partner.unsupported_media_type');
      t.expectStatus(await send(text, json, { 'Content-Encoding': 'gzip' }), 415, 'partner.unsupported_media_type');
      for (const broken of ['{', '{"a":1,}', '\u0000', 'undefined', "{'a':1}", '{"a":1}{'])
        t.expectStatus(await send(broken, json), 400, 'partner.malformed_json');
      const large = JSON.stringify({ ...body(), name: 'x'.repeat(1024 * 1024) });
      t.expectStatus(await send(large, json), 413, 'partner.body_too_large');
      t.check((await send('', json)).status === 400, 'an absent body is not 400');
      t.expectStatus(await send(padded(text, MIB + 1), json), 413, 'partner.body_too_large');
      expectAccepted(t, await send(padded(text, MIB), `${json}; charset=UTF-8`), 'a body of exactly 1 MiB');
    },
  );

const inQuery = ({ parameters }: Operation) => parameters.filter((parameter) => parameter.in === 'query');

const shapeCasesOf = (op: Operation): Case[] => [
  // Cursors come from lists and companyId goes with API keys, so other cases cover them.
  ...inQuery(op)
    .filter(({ name }) => name !== 'cursor' && name !== 'companyId')
    .map((parameter) => parameterCase(op, parameter)),
  ...(takesId(op) ? [pathCase(op)] : []),
  unknownParameterCase(op),
  ...(op.body ? [requiredCase(op), mediaCase(op)] : []),
  ...(op.body ? propertiesOf(op.body).map(([name, schema]) => propertyCase(op, name, schema)) : []),
];

export const SHAPE_CASES: readonly Case[] = RESOURCE_OPERATIONS.flatMap(shapeCasesOf);
