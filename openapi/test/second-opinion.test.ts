import { expect, test } from 'vitest';
import { compareDocuments } from '../src/diff/compare-documents.ts';
import { furtherChanges, rateChanges } from '../src/diff/second-opinion.ts';
import type { OpenApiDocument, Parameter, Schema } from '../src/document.ts';

const documentOf = (answer: Schema, limit: Schema, more: Partial<Parameter>[] = []): OpenApiDocument => ({
  openapi: '3.1.1',
  info: { title: 'Items', version: '1.0.0' },
  paths: {
    '/items': {
      get: {
        operationId: 'listItems',
        parameters: [{ name: 'limit', in: 'query', schema: limit }, ...more] as Parameter[],
        responses: { 200: { description: 'Items.', content: { 'application/json': { schema: answer } } } },
      },
    },
  },
});

const NAMED: Schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const before = documentOf(NAMED, { type: 'integer', maximum: 100 });

test('a breaking change that only the second engine finds is a further one', () => {
  // The same values match; a generator makes another type of it.
  const after = documentOf({ allOf: [NAMED] }, { type: 'integer', maximum: 50 });
  const own = compareDocuments(before, after);
  expect(own.map(({ id }) => id)).toEqual(["GET /items: query parameter 'limit': maximum changed from 100 to 50"]);
  const rated = rateChanges(before, after);
  expect(rated.filter(({ impact }) => impact === 'major').length).toBeGreaterThan(1);
  const further = furtherChanges(rated, own, { before, after });
  expect(further.map(({ id }) => id)).toContainEqual(
    "Redocly: GET /items: response 200: content/application/json/schema: Type widened from 'object' to 'any'.",
  );
  expect(further.filter(({ id }) => id.includes('limit'))).toEqual([]);
  expect(further.every(({ breaking, operations }) => breaking && operations[0] === 'GET /items')).toBe(true);
});

test('what the second engine rates as harmless is none of its changes', () => {
  const rated = [
    { path: '#/paths/~1items/get/parameters/0', kind: 'added' as const, impact: 'minor' as const, verdicts: [] },
  ];
  expect(furtherChanges(rated, [], { before, after: before })).toEqual([]);
});

test('a further change of the document as a whole is one of every operation', () => {
  const verdicts = [{ impact: 'major', message: 'The server `/v1` was removed.' }];
  const removed = { path: '#/servers/0', kind: 'removed' as const, impact: 'major' as const, verdicts };
  expect(furtherChanges([removed], [], { before, after: before })).toMatchObject([
    { id: "Redocly: servers/0: The server '/v1' was removed.", operations: [''] },
  ]);
});
