import { describe, expect, test } from 'vitest';
import document from '../generated/openapi.json' with { type: 'json' };

interface Schema {
  readonly $ref?: string;
  readonly readOnly?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly requestBody: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
  readonly responses: { readonly 200: Operation['requestBody'] };
}

const named = (schema: Schema): Schema =>
  schema.$ref
    ? named((document.components.schemas as Record<string, Schema>)[schema.$ref.split('/').at(-1) ?? ''] ?? {})
    : schema;

function propertiesOf(reference: Schema): Record<string, Schema> {
  const { properties = {}, allOf = [] } = named(reference);
  return Object.assign({}, ...allOf.map(propertiesOf), properties);
}

const updates = Object.entries(document.paths as unknown as Record<string, { patch?: Operation }>).flatMap(
  ([path, { patch }]) => (patch && !path.endsWith('/receive') ? [patch] : []),
);

/** The properties, those of entries of lists too, that differ between what is answered and what is taken. */
function differences(record: Schema, body: Schema, path = ''): string[] {
  const [answered, taken] = [propertiesOf(record), propertiesOf(body)];
  return Object.entries(answered).flatMap(([name, property]) => {
    const sent = taken[name];
    if (!sent) return name === 'dryRun' ? [] : [`${path}${name} is not taken`];
    const [entry, sentEntry] = [named(property).items, named(sent).items];
    if (entry && sentEntry && !sent.readOnly) return differences(entry, sentEntry, `${path}${name}.`);
    return !sent.readOnly || same(property, sent) ? [] : [`${path}${name} is answered and taken by different schemas`];
  });
}

const same = (one: Schema, other: Schema): boolean => JSON.stringify(named(one)) === JSON.stringify(named(other));

describe('An update accepts the record that it returns, read-only properties included:', () => {
  test.each(updates)('$operationId', ({ requestBody, responses }) => {
    const [body, record] = [requestBody, responses[200]].map(({ content }) => content['application/json'].schema);
    expect(Object.values(propertiesOf(body as Schema)).filter(({ readOnly }) => readOnly).length).toBeGreaterThan(3);
    expect(differences(record as Schema, body as Schema)).toEqual([]);
  });
});
