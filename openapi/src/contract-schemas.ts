import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isObject, type OpenApiDocument } from './document.ts';
import { partsOf } from './schema-parts.ts';

/** Deviations of a value from the schema at a JSON Pointer of the document; empty if it is valid. */
export type CheckAgainst = (schemaPointer: string, value: unknown) => string[];

const CONTRACT = 'contract.json';

/**
 * Checks values against schemas of the document, in place, so that their `$ref`s resolve. The contract's response schemas
 * are open, so that clients tolerate properties added later, but here a property that the schema does not name is a
 * deviation: the server has to document each property before sending it.
 */
export function createSchemaCheck(document: OpenApiDocument): CheckAgainst {
  // Strict mode would reject OpenAPI's own keywords (discriminator, example, x-…).
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateSchema: false });
  addFormats.default(ajv);
  ajv.addSchema(closed(document), CONTRACT);

  return function checkAgainst(pointer, value) {
    // Ajv compiles the schema on first use.
    const validate = ajv.getSchema(CONTRACT + asFragment(pointer));
    if (!validate) throw new Error(`The contract has no schema at ${pointer}`);
    return validate(value) ? [] : (validate.errors ?? []).map(describeError);
  };
}

/** The document with schemas that reject properties that they do not name. */
function closed(document: OpenApiDocument): OpenApiDocument {
  const closedAt = (schema: unknown) => {
    const isOfProperties = isObject(schema) && partsOf(document, schema).some(({ properties }) => properties);
    return isOfProperties ? { ...schema, unevaluatedProperties: false } : schema;
  };
  return JSON.parse(JSON.stringify(document), (_, part) => {
    if (!isObject(part)) return part;
    for (const keyword of ['schema', 'items']) if (keyword in part) part[keyword] = closedAt(part[keyword]);
    const { properties } = part;
    if (isObject(properties)) for (const name in properties) properties[name] = closedAt(properties[name]);
    return part;
  });
}

/** URI fragments do not allow bare braces, which path templates contain. */
function asFragment(pointer: string): string {
  return `#${pointer.slice(1).split('/').map(encodeURIComponent).join('/')}`;
}

function describeError({ instancePath, keyword, message = 'is not valid', params }: ErrorObject): string {
  const at = instancePath === '' ? '' : `${instancePath} `;
  if (keyword === 'additionalProperties') return `${at}has an undocumented property '${params.additionalProperty}'`;
  if (keyword === 'unevaluatedProperties') return `${at}has an undocumented property '${params.unevaluatedProperty}'`;
  if (keyword === 'enum') return `${at}must be one of ${JSON.stringify(params.allowedValues)}`;
  return `${at}${message}`;
}
