import { describe, expect, test } from 'vitest';
import type { OpenApiDocument, Response } from '../../src/document.ts';
import { createResponseCheck, type ObservedResponse } from '../../src/response-check.ts';

const item = { $ref: '#/components/schemas/Item' };

const document: OpenApiDocument = {
  servers: [{ url: 'http://localhost:3000/v1' }],
  paths: {
    '/items/{id}': {
      get: {
        operationId: 'getItem',
        responses: {
          200: {
            headers: {
              'X-Correlation-Id': { required: true, schema: { type: 'string', format: 'uuid' } },
              'X-RateLimit-Limit': { $ref: '#/components/headers/Limit' },
            },
            content: { 'application/json': { schema: item } },
          },
          304: {},
          404: { $ref: '#/components/responses/NotFound' },
        },
      },
    },
    '/items/popular': {
      get: { operationId: 'popular', responses: { 200: { content: { 'text/html': { schema: { type: 'string' } } } } } },
    },
    '/.well-known/metadata': {
      servers: [{ url: 'http://localhost:3000' }],
      get: { operationId: 'metadata', responses: { 204: {} } },
    },
  },
  components: {
    headers: { Limit: { required: true, schema: { type: 'integer', minimum: 1 } } },
    responses: { NotFound: { content: { 'application/json': { schema: { type: 'object', required: ['code'] } } } } },
    schemas: {
      Item: {
        type: 'object',
        required: ['id', 'entryDate'],
        properties: {
          id: { type: 'integer' },
          entryDate: { type: 'string', format: 'date-time' },
          variants: { type: 'array', items: item },
        },
      },
    },
  },
};

const headers = {
  'content-type': 'application/json; charset=utf-8',
  'x-correlation-id': '5f0c9b54-0a51-4d2e-9a7e-3a0f6f1f7c11',
  'x-ratelimit-limit': '300',
};
const { 'x-ratelimit-limit': _, ...unlimited } = headers;
const body = { id: 7, entryDate: '2026-03-02T08:15:30.000Z' };
const good: ObservedResponse = { method: 'GET', requestPath: '/v1/items/7?storeId=1', status: 200, headers, body };
const NAME = 'GET /items/{id}';

const check = createResponseCheck(document);

describe('a response that matches the contract has no deviation', () => {
  test.each<[string, ObservedResponse]>([
    ['with a body and headers', good],
    ['without a body where none is documented', { ...good, status: 304, headers: {}, body: undefined }],
    ['to HEAD, which has no body', { ...good, method: 'HEAD', body: undefined }],
    [
      'on a literal path that also matches a template',
      { ...good, requestPath: '/v1/items/popular', headers: { 'content-type': 'text/html' }, body: '<p>' },
    ],
    [
      'below its own server URL',
      { ...good, requestPath: '/.well-known/metadata', status: 204, headers: {}, body: undefined },
    ],
  ])('%s', (_, seen) => {
    expect(check(seen)).toEqual([]);
  });
});

describe('a deviation is reported in words', () => {
  // biome-ignore format: one line per deviation
  test.each<[string, Partial<ObservedResponse>, string]>([
    ['undocumented status', { status: 418 }, `${NAME}: status 418 is not documented`],
    ['unknown path', { requestPath: '/v1/nope' }, 'GET /v1/nope: no such operation is documented'],
    ["path without the server's base path", { requestPath: '/items/7' }, 'GET /items/7: no such operation is documented'],
    ['undocumented method', { method: 'DELETE' }, 'DELETE /v1/items/7?storeId=1: no such operation is documented'],
    ['content type', { headers: { ...headers, 'content-type': 'text/html' } }, `${NAME} 200: content type text/html is not documented (application/json)`],
    ['wrong type', { body: { ...body, id: '7' } }, `${NAME} 200: body /id must be integer`],
    ['wrong format', { body: { ...body, entryDate: 'now' } }, `${NAME} 200: body /entryDate must match format "date-time"`],
    ['missing property', { body: { id: 7 } }, `${NAME} 200: body must have required property 'entryDate'`],
    ['missing body', { body: undefined }, `${NAME} 200: the documented body (application/json) is missing`],
    ['null as a body', { body: null }, `${NAME} 200: body must be object`],
    ['body of a 304', { status: 304 }, `${NAME} 304: a body was sent where none is documented`],
    ['missing header', { headers: unlimited }, `${NAME} 200: required header X-RateLimit-Limit is missing`],
    ['header below its minimum', { headers: { ...headers, 'x-ratelimit-limit': '0' } }, `${NAME} 200: header X-RateLimit-Limit must be >= 1, but is '0'`],
    ['header that is not a number', { headers: { ...headers, 'x-ratelimit-limit': 'many' } }, `${NAME} 200: header X-RateLimit-Limit must be integer, but is 'many'`],
    ['undocumented header', { headers: { ...headers, 'x-powered-by': 'Us' } }, `${NAME} 200: header x-powered-by is not documented`],
    ['shared response', { status: 404, headers: { 'content-type': 'application/json' }, body: {} }, `${NAME} 404: body must have required property 'code'`],
  ])('%s', (_, change, deviation) => {
    expect(check({ ...good, ...change })).toContain(deviation);
  });
});

test('an undocumented property is a deviation at any depth', () => {
  const seen = { ...good, body: { ...body, variants: [{ ...body, companyId: 3 }] } };
  expect(check(seen)).toEqual([`${NAME} 200: body /variants/0 has an undocumented property 'companyId'`]);
});

test("a response outside every operation is checked against the document's response for it", () => {
  const unrouted = { 404: document.components?.responses?.NotFound as Response };
  const outside = createResponseCheck({ ...document, 'x-tillgate-unrouted': unrouted });
  const seen = { method: 'GET', requestPath: '/v1/nope', status: 404, headers: { 'content-type': 'application/json' } };
  expect(outside({ ...seen, body: { code: 'x' } })).toEqual([]);
  expect(outside({ ...seen, body: {} })).toEqual(["GET /v1/nope 404: body must have required property 'code'"]);
});
