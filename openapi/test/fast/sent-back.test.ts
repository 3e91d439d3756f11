import { describe, expect, test } from 'vitest';
import { contract } from '../../src/contract.ts';
import {
  operationsOf,
  type Reference,
  type RequestBody,
  type Response,
  resolve,
  type Schema,
} from '../../src/document.ts';

const named = (schema: Schema): Schema => resolve<Schema>(contract, schema as Schema);

function propertiesOf(reference: Schema): Record<string, Schema> {
  const { properties = {}, allOf = [] } = named(reference);
  return Object.assign({}, ...allOf.map(propertiesOf), properties);
}

const schemaOf = (part: RequestBody | Response | Reference): Schema =>
  resolve(contract, part).content?.['application/json']?.schema ?? {};

/** Properties, including those of entries, that the response and the request body define differently. */
function differences(record: Schema, body: Schema, path = ''): string[] {
  const [returned, accepted] = [propertiesOf(record), propertiesOf(body)];
  return Object.entries(returned).flatMap(([name, property]) => {
    const sent = accepted[name];
    if (!sent) return name === 'dryRun' ? [] : [`${path}${name} is not accepted`];
    const [entry, sentEntry] = [named(property).items, named(sent).items];
    if (entry && sentEntry && !sent.readOnly) return differences(entry, sentEntry, `${path}${name}.`);
    const isSame = JSON.stringify(named(property)) === JSON.stringify(named(sent));
    return !sent.readOnly || isSame ? [] : [`${path}${name} has one schema in the response and another in the request`];
  });
}

const updates = operationsOf(contract).flatMap(({ method, path, operation }) =>
  method === 'patch' && !path.endsWith('/receive') ? [operation] : [],
);

describe('An update accepts the record that it returns, read-only properties included:', () => {
  test.each(updates)('$operationId', ({ requestBody = { content: {} }, responses = {} }) => {
    const [body, record] = [schemaOf(requestBody), schemaOf(responses[200] ?? {})];
    expect(Object.values(propertiesOf(body)).filter(({ readOnly }) => readOnly).length).toBeGreaterThan(3);
    expect(differences(record, body)).toEqual([]);
  });
});
