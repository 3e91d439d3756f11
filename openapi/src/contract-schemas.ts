import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenApiDocument } from './document.ts';

/** Deviations of a value from the schema at a JSON Pointer of the document; empty if it is valid. */
export type CheckAgainst = (schemaPointer: string, value: unknown) => string[];

const CONTRACT = 'contract.json';

/** Compiles each schema on first use, in place, so that its `$ref`s resolve in the document. */
export function createSchemaCheck(document: OpenApiDocument): CheckAgainst {
  // Strict mode would reject OpenAPI's own keywords (discriminator, example, x-…).
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateSchema: false });
  addFormats.default(ajv);
  ajv.addSchema(document, CONTRACT);
  const compiled = new Map<string, ValidateFunction>();

  function validatorAt(pointer: string): ValidateFunction {
    const known = compiled.get(pointer);
    if (known !== undefined) return known;
    const validator = ajv.compile({ $ref: CONTRACT + asFragment(pointer) });
    compiled.set(pointer, validator);
    return validator;
  }

  return function checkAgainst(pointer, value) {
    const validator = validatorAt(pointer);
    return validator(value) ? [] : (validator.errors ?? []).map(describeError);
  };
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
