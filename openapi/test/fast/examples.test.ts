import { expect, test } from 'vitest';
import { contract } from '../../src/contract.ts';
import { createSchemaCheck } from '../../src/contract-schemas.ts';
import {
  examplesOf,
  isObject,
  type MediaType,
  type OpenApiDocument,
  operationsOf,
  pointerTo,
  resolve,
} from '../../src/document.ts';

interface Example {
  readonly at: string;
  readonly schemaPointer: string;
  readonly value: unknown;
}

/** All examples in a part of the contract: of parameters, headers, bodies and schemas. */
function* examplesIn(part: unknown, pointer: string): Generator<Example> {
  if (typeof part !== 'object' || part === null) return;
  if (isObject(part) && Array.isArray(part.examples)) {
    for (const value of part.examples) yield { at: pointer, schemaPointer: pointer, value };
  } else if (isObject(part) && isObject(part.schema)) yield* contentExamples(part, pointer);
  for (const [key, inner] of Object.entries(part)) {
    if (key !== 'example' && key !== 'examples') yield* examplesIn(inner, pointerTo(pointer, key));
  }
}

function contentExamples(content: MediaType, pointer: string): Example[] {
  const values = examplesOf(contract, content).map(({ value }) => value);
  const all = content.example === undefined ? values : [content.example, ...values];
  return all.map((value) => ({ at: pointer, schemaPointer: pointerTo(pointer, 'schema'), value }));
}

const NAMED = /^#\/components\/schemas\/(\w+)$/;

const examples = [...examplesIn(contract, '#')];

test('every example is valid by its schema, and has no property that its schema lacks', () => {
  // A named schema is closed where it is used, since others may extend it.
  const used = Object.keys(contract.components?.schemas ?? {}).map((name) => [
    name,
    { schema: { $ref: `#/components/schemas/${name}` } },
  ]);
  const checkAgainst = createSchemaCheck({ ...contract, 'x-used': Object.fromEntries(used) } as OpenApiDocument);
  expect(examples.length).toBeGreaterThan(300);
  const invalid = examples.flatMap(({ at, schemaPointer, value }) =>
    checkAgainst(schemaPointer.replace(NAMED, '#/x-used/$1/schema'), value).map((problem) => `${at}: ${problem}`),
  );
  expect(invalid).toEqual([]);
});

test('every request and response body has an example', () => {
  const without = operationsOf(contract).flatMap(({ operation, pointer }) =>
    [operation.requestBody ?? {}, ...Object.values(operation.responses ?? {})].flatMap((part) => {
      const { content = {} } = resolve<{ content?: Record<string, MediaType> }>(contract, part);
      return Object.entries(content).flatMap(([type, media]) =>
        contentExamples(media, '').length > 0 ? [] : [`${pointer} ${type}`],
      );
    }),
  );
  expect(without).toEqual([]);
});
