import { expect, test } from 'vitest';
import { createSchemaCheck } from '../src/contract-schemas.ts';
import { contentExamples, contentsOf, examplesOf } from '../src/examples.ts';
import { undocumentedProperties } from '../src/undocumented-properties.ts';
import { contract } from './contract.ts';

const checkAgainst = createSchemaCheck(contract);
const examples = examplesOf(contract);

test('every example is valid by its schema', () => {
  const invalid = examples.flatMap(({ at, schemaPointer, value }) =>
    checkAgainst(schemaPointer, value).map((problem) => `${at}: ${problem}`),
  );
  expect(invalid).toEqual([]);
});

test('no example has a property that its schema lacks', () => {
  const unnamed = examples.flatMap(({ at, schemaPointer, value }) =>
    undocumentedProperties(contract, schemaPointer, value).map((property) => `${at}: ${property}`),
  );
  expect(unnamed).toEqual([]);
});

test('every request and response body has an example', () => {
  const bodies = contentsOf(contract).filter(({ kind }) => kind === 'body');
  expect(bodies.length).toBeGreaterThan(0);
  expect(bodies.filter((body) => contentExamples(contract, body).length === 0).map(({ pointer }) => pointer)).toEqual(
    [],
  );
});
