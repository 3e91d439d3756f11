import validator from '@har-sdk/validator';
import { expect, test } from 'vitest';
import { contract } from '../../src/contract.ts';
import { operationsOf } from '../../src/document.ts';
import { postmanCollection } from '../../src/postman/postman.ts';

const collection = postmanCollection(contract);
const items = collection.item.flatMap(({ item }) => item);

test('the Postman collection matches the schema of its format', async () => {
  const check = new validator.PostmanValidator();
  expect(await check.verify(structuredClone(collection) as never)).toEqual([]);
  expect(await check.verify({ ...collection, info: { schema: collection.info.schema } } as never)).not.toEqual([]);
});

test('the Postman collection has every operation of the contract', () => {
  const sent = new Set(items.map(({ request }) => `${request.method} /${request.url.path.join('/')}`));
  const documented = operationsOf(contract).map(
    ({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
  );
  expect(documented.filter((operation) => !sent.has(operation))).toEqual([]);
});

test('the bodies of the Postman collection have variables in place of ids and credentials', () => {
  const bodies = items.flatMap(({ request }) => request.body?.raw ?? []);
  expect(bodies.filter((text) => /\b\d{6}\b|svc_/.test(text))).toEqual([]);
});
