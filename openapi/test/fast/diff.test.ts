// biome-ignore-all lint/suspicious/noThenProperty: it is a keyword of JSON Schema
import { describe, expect, test } from 'vitest';
import { compareDocuments } from '../../src/diff/compare-documents.ts';
import type { OpenApiDocument, Operation, Parameter, Response, Schema } from '../../src/document.ts';

type Verdict = 'breaking' | 'harmless';
type Case = [change: string, before: OpenApiDocument, after: OpenApiDocument, verdict: Verdict, line: string];

const get = (operation: Operation): OpenApiDocument => ({
  paths: { '/items': { get: { operationId: 'listItems', ...operation } } },
});
const answers = (responses: Record<string, Response>): OpenApiDocument => get({ responses });
const json = (schema: Schema) => ({ content: { 'application/json': { schema } } });
const receives = (schema: Schema): OpenApiDocument => answers({ 200: json(schema) });
/** A schema of that name, or one of several. */
const receivesEither = (...names: string[]): OpenApiDocument => {
  const [first, ...more] = names.map((name) => ({ $ref: `#/components/schemas/${name}` }));
  return {
    ...receives(first && more.length === 0 ? first : { anyOf: [first ?? {}, ...more] }),
    components: { schemas: Object.fromEntries(names.map((name) => [name, {}])) },
  };
};
const sends = (schema: Schema, required = true): OpenApiDocument => get({ requestBody: { required, ...json(schema) } });
const asks = (...parameters: Partial<Parameter>[]): OpenApiDocument => {
  return get({ parameters: parameters.map((parameter) => ({ name: 'limit', in: 'query', ...parameter })) });
};
const object = (properties: Record<string, Schema>, more: object = {}): Schema => ({
  type: 'object',
  properties,
  ...more,
});
const secured = (...security: Record<string, string[]>[]): OpenApiDocument => get({ security });
const at = (name: string): OpenApiDocument => ({ paths: { [`/items/{${name}}`]: { get: {} } } });
const scheme = (flow: object): OpenApiDocument => ({
  components: { securitySchemes: { oauth: { type: 'oauth2', flows: { clientCredentials: flow } } } },
});
const delivers = (schema: Schema, ...names: string[]): OpenApiDocument => ({
  webhooks: {
    changes: {
      post: {
        parameters: names.map((name) => ({ name, in: 'header', required: true })),
        requestBody: { required: true, ...json(schema) },
      },
    },
  },
});
const nothing: OpenApiDocument = { paths: {} };

const IN = 'GET /items: request body: ';
const OUT = 'GET /items: response 200: ';
const HOOK = 'webhook changes: ';
const LIMIT = "GET /items: query parameter 'limit': ";

// biome-ignore format: one line per change
const operations: Case[] = [
  ['operation removed', get({}), nothing, 'breaking', 'GET /items: operation removed'],
  ['operation added', nothing, get({}), 'harmless', 'GET /items: operation added'],
  ['operation deprecated', get({}), get({ deprecated: true }), 'harmless', 'GET /items: deprecated'],
  ['operationId changed', get({}), get({ operationId: 'items' }), 'breaking', 'GET /items: operationId changed from listItems to items'],
  ['product excluded', get({ 'x-products': ['FULL', 'ADSR'] }), get({ 'x-products': ['FULL'] }), 'breaking', 'GET /items: no longer open to ADSR apps'],
  ['product admitted', get({ 'x-products': ['FULL'] }), get({ 'x-products': ['FULL', 'ADSR'] }), 'harmless', 'GET /items: now open to ADSR apps'],
  ['response removed', answers({ 200: {}, 202: {} }), answers({ 200: {} }), 'breaking', 'GET /items: response 202: removed'],
  ['response added', answers({ 200: {} }), answers({ 200: {}, 409: {} }), 'harmless', 'GET /items: response 409: added'],
  ['media type removed', receives({}), answers({ 200: {} }), 'breaking', `${OUT}media type application/json removed`],
  ['media type added', answers({ 200: {} }), receives({}), 'harmless', `${OUT}media type application/json added`],
  ['required body added', get({}), sends({}), 'breaking', `${IN}added and required`],
  ['optional body added', get({}), sends({}, false), 'harmless', `${IN}added`],
  ['body now required', sends({}, false), sends({}), 'breaking', `${IN}now required`],
  ['path parameter renamed', at('id'), at('itemId'), 'breaking', 'GET /items/{id}: operation removed'],
  ['webhook removed', delivers({}), nothing, 'breaking', `${HOOK}webhook removed`],
  ['webhook added', nothing, delivers({}), 'harmless', `${HOOK}webhook added`],
  ['header of a webhook added', delivers({}), delivers({}, 'webhook-id'), 'harmless', `${HOOK}header parameter 'webhook-id': added`],
  ['header of a webhook removed', delivers({}, 'webhook-id'), delivers({}), 'breaking', `${HOOK}header parameter 'webhook-id': removed`],
  ['webhook now with a property', delivers(object({})), delivers(object({ id: {} }, { required: ['id'] })), 'harmless', `${HOOK}request body: property 'id' added`],
  ['value of a webhook widened', delivers({ enum: ['a'] }), delivers({ enum: ['a', 'b'] }), 'breaking', `${HOOK}request body: value "b" added`],
  ['server removed', { servers: [{ url: '/v1' }] }, { servers: [{ url: '/v2' }] }, 'breaking', 'server /v1 removed'],
  ['server of a path changed', { paths: { '/x': { servers: [{ url: '/v1' }] } } }, { paths: { '/x': { servers: [{ url: '/v2' }] } } }, 'breaking', 'server /v1 of /x removed'],
];

// biome-ignore format: one line per change
const security: Case[] = [
  ['scope replaced', secured({ oauth: ['a'] }), secured({ oauth: ['b'] }), 'breaking', 'GET /items: no longer open to oauth with scope a'],
  ['credential no longer accepted', secured({ oauth: ['a'] }, { key: [] }), secured({ oauth: ['a'] }), 'breaking', 'GET /items: no longer open to key'],
  ['credential newly accepted', secured({ oauth: ['a'] }), secured({ oauth: ['a'] }, { key: [] }), 'harmless', 'GET /items: now also open to key'],
  ['credential now required', get({ security: [] }), secured({ oauth: ['a'] }), 'breaking', 'GET /items: no longer open to everyone'],
  ['credential no longer required', secured({ oauth: ['a'] }), get({ security: [] }), 'harmless', 'GET /items: now also open to everyone'],
  ['authentication changed', scheme({ tokenUrl: '/token' }), scheme({ tokenUrl: '/oauth/token' }), 'breaking', 'security scheme oauth changed'],
];

// biome-ignore format: one line per change
const parameters: Case[] = [
  ['parameter removed', asks({}), asks(), 'breaking', `${LIMIT}removed`],
  ['optional parameter added', asks(), asks({}), 'harmless', `${LIMIT}added`],
  ['required parameter added', asks(), asks({ required: true }), 'breaking', `${LIMIT}added and required`],
  ['parameter now required', asks({}), asks({ required: true }), 'breaking', `${LIMIT}now required`],
  ['parameter no longer required', asks({ required: true }), asks({}), 'harmless', `${LIMIT}no longer required`],
  ['lists written in another form', asks({ explode: false }), asks({ explode: true }), 'breaking', `${LIMIT}explode changed from false to true`],
  ['maximum lowered', asks({ schema: { maximum: 100 } }), asks({ schema: { maximum: 50 } }), 'breaking', `${LIMIT}maximum changed from 100 to 50`],
  ['maximum raised', asks({ schema: { maximum: 50 } }), asks({ schema: { maximum: 100 } }), 'harmless', `${LIMIT}maximum changed from 50 to 100`],
  ['other default', asks({ schema: { default: 10 } }), asks({ schema: { default: 20 } }), 'breaking', `${LIMIT}default changed from 10 to 20`],
];

// biome-ignore format: one line per change
const requests: Case[] = [
  ['property removed', sends(object({ x: {} })), sends(object({})), 'breaking', `${IN}property 'x' removed`],
  ['optional property added', sends(object({})), sends(object({ x: {} })), 'harmless', `${IN}property 'x' added`],
  ['required property with a default', sends(object({})), sends(object({ x: { default: 1 } }, { required: ['x'] })), 'breaking', `${IN}property 'x' added and required`],
  ['property now required', sends(object({ x: {} })), sends(object({ x: {} }, { required: ['x'] })), 'breaking', `${IN}property 'x' now required`],
  ['property now required, with a default', sends(object({ x: { default: 1 } })), sends(object({ x: { default: 1 } }, { required: ['x'] })), 'breaking', `${IN}property 'x' now required`],
  ['property now read-only', sends(object({ x: {} })), sends(object({ x: { readOnly: true } })), 'breaking', `${IN}property 'x' removed`],
  ['value no longer accepted', sends({ enum: [1, 2] }), sends({ enum: [1] }), 'breaking', `${IN}value 2 removed`],
  ['value newly accepted', sends({ enum: [1] }), sends({ enum: [1, 2] }), 'harmless', `${IN}value 2 added`],
  ['values newly limited', sends({ type: 'string' }), sends({ type: 'string', enum: ['a'] }), 'breaking', `${IN}now limited to ["a"]`],
  ['pattern added', sends({}), sends({ pattern: '^a$' }), 'breaking', `${IN}pattern "^a$" added`],
  ['pattern changed', sends({ pattern: '^a$' }), sends({ pattern: '^b$' }), 'breaking', `${IN}pattern changed from "^a$" to "^b$"`],
  ['pattern removed', sends({ pattern: '^a$' }), sends({}), 'harmless', `${IN}pattern "^a$" removed`],
  ['null no longer accepted', sends({ type: ['string', 'null'] }), sends({ type: 'string' }), 'breaking', `${IN}may no longer be null`],
  ['null accepted', sends({ type: 'string' }), sends({ type: ['string', 'null'] }), 'harmless', `${IN}may now be null`],
  ['null accepted as an alternative', sends({ type: 'string' }), sends({ oneOf: [{ type: 'string' }, { type: 'null' }] }), 'harmless', `${IN}alternative null added`],
  ['integer to string', sends({ type: 'integer' }), sends({ type: 'string' }), 'breaking', `${IN}type changed from integer to string`],
  ['type restricted', sends({}), sends({ type: 'string' }), 'breaking', `${IN}type changed from any to string`],
  ['any type accepted', sends({ type: 'string' }), sends({}), 'harmless', `${IN}type changed from string to any`],
  ['unknown properties now rejected', sends(object({ x: {} })), sends(object({ x: {} }, { additionalProperties: false })), 'breaking', `${IN}undocumented properties no longer allowed`],
  ['unknown properties accepted', sends(object({ x: {} }, { additionalProperties: false })), sends(object({ x: {} })), 'harmless', `${IN}undocumented properties now allowed`],
  ['nested, in a list', sends(object({ lines: { items: object({ x: {} }) } })), sends(object({ lines: { items: object({}) } })), 'breaking', `${IN}property 'lines[].x' removed`],
  ['condition added', sends({}), sends({ if: { required: ['x'] }, then: { required: ['y'] } }), 'breaking', `${IN}the if/then rules added`],
  ['condition among several changed', sends({ allOf: [{ if: {}, then: { required: ['x'] } }] }), sends({ allOf: [{ if: {}, then: { required: ['y'] } }] }), 'breaking', `${IN}the if/then rules changed`],
];

// biome-ignore format: one line per change
const responses: Case[] = [
  ['property removed', receives(object({ x: {} })), receives(object({})), 'breaking', `${OUT}property 'x' removed`],
  ['property added', receives(object({})), receives(object({ x: {} }, { required: ['x'] })), 'harmless', `${OUT}property 'x' added`],
  ['property no longer always present', receives(object({ x: {} }, { required: ['x'] })), receives(object({ x: {} })), 'breaking', `${OUT}property 'x' no longer always present`],
  ['property now always present', receives(object({ x: {} })), receives(object({ x: {} }, { required: ['x'] })), 'harmless', `${OUT}property 'x' now always present`],
  ['value newly possible', receives({ enum: [1] }), receives({ enum: [1, 2] }), 'breaking', `${OUT}value 2 added`],
  ['value no longer possible', receives({ enum: [1, 2] }), receives({ enum: [1] }), 'harmless', `${OUT}value 2 removed`],
  ['null newly possible', receives({ type: 'string' }), receives({ type: ['string', 'null'] }), 'breaking', `${OUT}may now be null`],
  ['type changed', receives({ type: 'integer' }), receives({ type: 'string' }), 'breaking', `${OUT}type changed from integer to string`],
  ['longer text', receives({ maxLength: 10 }), receives({ maxLength: 20 }), 'breaking', `${OUT}maxLength changed from 10 to 20`],
  ['shorter text', receives({ maxLength: 20 }), receives({ maxLength: 10 }), 'harmless', `${OUT}maxLength changed from 20 to 10`],
  ['alternative added', receivesEither('A'), receivesEither('A', 'B'), 'breaking', `${OUT}alternative B added`],
  ['alternative removed', receivesEither('A', 'B'), receivesEither('A'), 'harmless', `${OUT}alternative B removed`],
  ['in a part of allOf', receives({ allOf: [object({ x: {} })] }), receives({ allOf: [object({})] }), 'breaking', `${OUT}property 'x' removed`],
  ['header removed', answers({ 200: { headers: { ETag: {} } } }), answers({ 200: {} }), 'breaking', `${OUT}header ETag removed`],
  ['header added', answers({ 200: {} }), answers({ 200: { headers: { ETag: {} } } }), 'harmless', `${OUT}header ETag added`],
  ['header no longer always present', answers({ 200: { headers: { ETag: { required: true } } } }), answers({ 200: { headers: { ETag: {} } } }), 'breaking', `${OUT}header ETag: no longer always present`],
];

describe.each([
  ['operations', operations],
  ['security', security],
  ['parameters', parameters],
  ['what partners send', requests],
  ['what partners receive', responses],
])('%s', (_, cases) => {
  test.each(cases)('%s', (_change, before, after, verdict, line) => {
    const changes = compareDocuments(before, after);
    expect(changes.map(({ id, breaking }) => [id, breaking ? 'breaking' : 'harmless'])).toContainEqual([line, verdict]);
    // A harmless change must not be reported together with a breaking one.
    if (verdict === 'harmless') expect(changes.filter(({ breaking }) => breaking)).toEqual([]);
  });

  test.each(cases)('%s: no change when both sides have it', (_change, _before, after) => {
    expect(compareDocuments(after, structuredClone(after))).toEqual([]);
  });
});

const shared = (item: Schema): OpenApiDocument => ({
  paths: {
    '/items': {
      get: { responses: { 200: json(object({ data: { items: { $ref: '#/components/schemas/Item' } } })) } },
      post: {
        requestBody: json({ $ref: '#/components/schemas/Item' }),
        responses: { 201: json({ $ref: '#/components/schemas/Item' }) },
      },
    },
  },
  components: { schemas: { Item: item } },
});

const lines = (line: Schema, more: object = {}): OpenApiDocument =>
  sends(object({ lines: { type: 'array', items: line } }, more));
const QUERY = { operation: 'GET /items', in: 'query' };
const BODY = { operation: 'GET /items', in: 'body' };

// biome-ignore format: one line per change
test.each<[change: string, before: OpenApiDocument, after: OpenApiDocument, use: object]>([
  ['a removed parameter affects the apps that sent it', asks({}), asks(), { ...QUERY, name: 'limit' }],
  ['a narrowed parameter affects the apps that sent it', asks({ schema: {} }), asks({ schema: { maximum: 9 } }), { ...QUERY, name: 'limit' }],
  ['a parameter that becomes required affects every app', asks({}), asks({ required: true }), QUERY],
  ['a new required parameter affects every app', asks(), asks({ required: true }), QUERY],
  ['a changed default of a parameter affects every app', asks({ schema: { default: 1 } }), asks({ schema: { default: 2 } }), QUERY],
  ['a removed header affects every app', asks({ in: 'header' }), asks(), { operation: 'GET /items' }],
  ['a removed property affects the apps that sent it', sends(object({ x: {} })), sends(object({})), { ...BODY, name: 'x' }],
  ['a property that becomes required affects every app', sends(object({ x: {} })), sends(object({ x: {} }, { required: ['x'] })), BODY],
  ['a narrowed property of entries affects the apps that sent it', lines(object({ x: {} })), lines(object({ x: { maximum: 9 } })), { ...BODY, name: 'lines[].x' }],
  ['a required property of entries affects the apps that sent the list', lines(object({ x: {} })), lines(object({ x: {} }, { required: ['x'] })), { ...BODY, name: 'lines' }],
  ['a rule of entries affects the apps that sent the list', lines({}), lines({ type: 'object' }), { ...BODY, name: 'lines' }],
  ['a changed response affects every app', receives(object({ x: {} })), receives(object({})), { operation: 'GET /items', in: 'response' }],
])('%s', (_, before, after, use) => {
  const [change] = compareDocuments(before, after);
  expect(change).toMatchObject({ breaking: true });
  expect(change?.uses).toEqual([use]);
});

describe('a schema that several operations share', () => {
  test('is reported once per direction, with the places that use it', () => {
    expect(compareDocuments(shared(object({ x: { enum: [1] } })), shared(object({ x: { enum: [1, 2] } })))).toEqual([
      {
        id: "schema Item in responses: property 'x' value 2 added",
        breaking: true,
        reaches: ['GET /items: response 200', 'POST /items: response 201'],
        operations: ['GET /items', 'POST /items'],
        uses: [
          { operation: 'GET /items', in: 'response' },
          { operation: 'POST /items', in: 'response' },
        ],
      },
      {
        id: "POST /items: request body: property 'x' value 2 added",
        breaking: false,
        reaches: [],
        operations: ['POST /items'],
        uses: [{ operation: 'POST /items', in: 'body', name: 'x' }],
      },
    ]);
  });

  test('may contain itself', () => {
    const tree = (more: Record<string, Schema>) =>
      shared(object({ ...more, parent: { $ref: '#/components/schemas/Item' } }));
    expect(compareDocuments(tree({ x: {} }), tree({})).map(({ id }) => id)).toContain(
      "schema Item in responses: property 'x' removed",
    );
  });

  test('is not reported when it only moves', () => {
    const inline = receives(object({ x: {} }));
    const named = {
      ...receives({ $ref: '#/components/schemas/Item' }),
      components: { schemas: { Item: object({ x: {} }) } },
    };
    expect(compareDocuments(inline, named)).toEqual([]);
  });
});

test('a scope that no operation needs is not a change', () => {
  expect(compareDocuments(scheme({ scopes: {} }), scheme({ scopes: { a: 'A.' } }))).toEqual([]);
});

test('stating the type of an enumeration is not a change', () => {
  expect(compareDocuments(sends({ enum: [0, 1] }), sends({ type: 'integer', enum: [0, 1] }))).toEqual([]);
});

test('documentation and examples are not a change', () => {
  const before = receives(object({ description: { type: 'string', description: 'A' } }, { examples: [{}] }));
  const after = receives(object({ description: { type: 'string', description: 'B' } }, { description: 'C' }));
  expect(compareDocuments(before, after)).toEqual([]);
});

test('breaking changes come first', () => {
  const changes = compareDocuments(receives(object({ b: {} })), receives(object({ a: {} })));
  expect(changes.map(({ breaking }) => breaking)).toEqual([true, false]);
});
