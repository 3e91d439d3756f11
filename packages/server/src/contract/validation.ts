import {
  _,
  type CodeKeywordDefinition,
  type ErrorObject,
  type FuncKeywordDefinition,
  type KeywordCxt,
  Name,
} from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Type } from 'ajv/dist/compile/util.js';
import addFormats from 'ajv-formats';
import { type FieldError, MOST_DETAILS } from '../errors.ts';
import { isSearchable } from '../lists/plan.ts';
import { isDay, parseInstant } from '../process/time.ts';
import { meantName } from './spelling.ts';
import { refusedCharacter, spelledInstant, trimmed } from './text.ts';

/**
 * Creates an Ajv whose work is limited by the contract, not by the request. Ajv's own keywords
 * visit every element of an oversized list and collect every error. These visit lists only up to
 * `maxItems` and stop after as many errors as a response reports.
 */
export function boundedAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    strictNumbers: true,
    useDefaults: true,
    ownProperties: true,
    verbose: true,
    allErrors: true,
    // Schemas are checked when the contract is linted. Ajv's own check would reject these keywords.
    validateSchema: false,
  });
  for (const definition of [ITEMS, UNIQUE_ITEMS, ADDITIONAL_PROPERTIES]) {
    ajv.removeKeyword(definition.keyword as string);
    ajv.addKeyword(definition);
  }
  ajv.addKeyword(TRIM).addKeyword(SPELL_INSTANT).addKeyword(SEARCHABLE);
  addFormats.default(ajv);
  // The library's formats accept leap seconds, which no clock here can name.
  return ajv.addFormat('date', isDay).addFormat('date-time', (text) => parseInstant(text) !== undefined);
}

const ITEMS: CodeKeywordDefinition = {
  keyword: 'items',
  type: 'array',
  schemaType: 'object',
  code(cxt) {
    const { gen, data } = cxt;
    whenWithinBound(cxt, () =>
      gen.forRange('i', 0, _`${data}.length`, (i) => {
        cxt.subschema({ keyword: 'items', dataProp: i, dataPropType: Type.Num }, gen.name('valid'));
        stopAtMostErrors(cxt);
      }),
    );
  },
};

/** Checks lists of scalars in one pass, with a set. */
const UNIQUE_ITEMS: CodeKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  error: { message: 'must not contain the same value twice' },
  code(cxt) {
    const { data } = cxt;
    whenWithinBound(cxt, () => cxt.fail(_`new Set(${data}).size < ${data}.length`));
  },
};

const ADDITIONAL_PROPERTIES: CodeKeywordDefinition = {
  keyword: 'additionalProperties',
  type: 'object',
  schemaType: 'boolean',
  error: {
    message: 'must not have additional properties',
    params: ({ params }) => _`{additionalProperty: ${params.additionalProperty}}`,
  },
  code(cxt) {
    const { gen, data, schema, parentSchema } = cxt;
    if (schema) return;
    const declared = gen.scopeValue('obj', { ref: new Set(Object.keys(parentSchema.properties ?? {})) });
    gen.forOf('key', _`Object.keys(${data})`, (key: Name) =>
      gen.if(_`!${declared}.has(${key})`, () => {
        cxt.setParams({ additionalProperty: key });
        cxt.error();
        stopAtMostErrors(cxt);
      }),
    );
  },
};

/** A keyword that normalizes text before other keywords check it. */
const forming = (keyword: string, form: (text: string) => string): FuncKeywordDefinition => ({
  keyword,
  before: 'maxLength',
  type: 'string',
  schemaType: 'boolean',
  modifying: true,
  errors: false,
  valid: true,
  validate(_schema: true, text: string, _parentSchema, context) {
    if (context) context.parentData[context.parentDataProperty] = form(text);
    return true;
  },
});

const TRIM = forming('x-tillgate-trim', trimmed);

const SPELL_INSTANT = forming('x-tillgate-instant', spelledInstant);

/** Rejects accents without a letter, such as `´`. Blank text and control characters are rejected by the pattern. */
const SEARCHABLE: FuncKeywordDefinition = {
  keyword: 'x-tillgate-searchable',
  type: 'string',
  schemaType: 'boolean',
  errors: false,
  validate: (_schema: true, text: string) =>
    text.trim() === '' || refusedCharacter(text) !== undefined || isSearchable(text),
};

/** Longer lists are rejected by `maxItems` without visiting their elements. */
function whenWithinBound({ gen, data, parentSchema }: KeywordCxt, body: () => void): void {
  const { maxItems } = parentSchema;
  if (maxItems === undefined) body();
  else gen.if(_`${data}.length <= ${maxItems}`, body);
}

/** The variable that counts errors in Ajv's code. */
const errors = new Name('errors');

const stopAtMostErrors = ({ gen }: KeywordCxt): unknown => gen.if(_`${errors} >= ${MOST_DETAILS}`, () => gen.break());

/** Keywords that only report the failure of a nested keyword. */
const STRUCTURAL = new Set(['if', 'allOf']);

const RULES: Record<string, string> = {
  additionalProperties: 'unknown',
  unevaluatedProperties: 'unknown',
  const: 'enum',
  'x-tillgate-searchable': 'pattern',
};

const FORMATS: Record<string, string> = {
  date: 'must be a date that exists, in the form YYYY-MM-DD',
  'date-time': 'must be a date and time that exists, in RFC 3339 format with an offset',
  email: 'must be a valid e-mail address',
  uri: 'must be an absolute URL',
  uuid: 'must be a UUID',
};

const TYPES: Record<string, string> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'an integer',
  null: 'null',
  number: 'a number',
  object: 'an object',
  string: 'a string',
};

/**
 * Converts Ajv's first errors. A pattern's rule, in the contract's own words, precedes those of a format. The validated
 * value is `{ path, query, header }` or `{ requestBody }`.
 */
export function toFieldErrors(errors: readonly ErrorObject[]): FieldError[] {
  const isOfFormat = ({ keyword, parentSchema }: ErrorObject) =>
    keyword === 'format' || (keyword === 'maxLength' && parentSchema?.format !== undefined);
  const isSaidBetter = (error: ErrorObject) =>
    isOfFormat(error) &&
    errors.some((other) => other.keyword === 'pattern' && other.instancePath === error.instancePath);
  return errors
    .filter((error) => !STRUCTURAL.has(error.keyword))
    .toSorted((one, other) => Number(isSaidBetter(one)) - Number(isSaidBetter(other)))
    .slice(0, MOST_DETAILS)
    .map(toFieldError);
}

function toFieldError(error: ErrorObject): FieldError {
  const [, part = '', ...rest] = error.instancePath.split('/');
  const segments = [...rest, ...propertyOf(error)];
  const inBody = part === 'requestBody' || part === '';
  const name = segments.join('/').replaceAll('~1', '/').replaceAll('~0', '~');
  // Ajv reports a missing body as a missing `requestBody` at the root.
  const bodyPath = part === '' ? '' : segments.map((segment) => `/${segment}`).join('');
  // Node.js lower-cases the names of headers; the contract spells them `Idempotency-Key`.
  const paramPath = part === 'header' ? name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()) : name;
  return {
    in: inBody ? 'body' : (part as FieldError['in']),
    path: inBody ? bodyPath : paramPath,
    rule: RULES[error.keyword] ?? error.keyword,
    message: MESSAGES[error.keyword]?.(error) ?? error.message ?? 'is not valid',
  };
}

function propertyOf({ params }: ErrorObject): string[] {
  const property = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty;
  return property === undefined ? [] : [String(property).replaceAll('~', '~0').replaceAll('/', '~1')];
}

function formMessage({ data, parentSchema }: ErrorObject): string {
  return refusedCharacter(data) ?? parentSchema?.['x-tillgate-rule'] ?? 'is not in the required form';
}

/** Names the property or parameter that was probably meant. */
function unknownMessage({ params, parentSchema }: ErrorObject): string {
  const name = String(params.additionalProperty ?? params.unevaluatedProperty);
  const meant = meantName(name, Object.keys(parentSchema?.properties ?? {}));
  return meant === undefined ? 'is not recognized' : `is not recognized: did you mean ${meant}?`;
}

const entries = (count: number): string => `${count} ${count === 1 ? 'entry' : 'entries'}`;

/** Messages by the schema keyword that a value breaks. */
const MESSAGES: Readonly<Record<string, (error: ErrorObject) => string>> = {
  required: () => 'is required',
  additionalProperties: unknownMessage,
  unevaluatedProperties: unknownMessage,
  enum: ({ params }) => `must be one of ${params.allowedValues.join(', ')}`,
  const: ({ params }) => `must be ${JSON.stringify(params.allowedValue)}`,
  pattern: formMessage,
  'x-tillgate-searchable': formMessage,
  format: ({ params }) => FORMATS[String(params.format)] ?? 'is not in the required form',
  type: ({ params, data }) => typeMessage([params.type].flat(), data),
  minimum: ({ params: { limit } }) => `must be at least ${limit}`,
  maximum: ({ params: { limit } }) => `must be at most ${limit}`,
  minLength: ({ params: { limit } }) =>
    limit === 1 ? 'must not be empty' : `must be at least ${limit} characters long`,
  maxLength: ({ params: { limit } }) => (limit === 0 ? 'must be empty' : `must be at most ${limit} characters long`),
  minItems: ({ params: { limit } }) => `must have at least ${entries(limit)}`,
  maxItems: ({ params: { limit } }) => (limit === 0 ? 'must be empty' : `must have at most ${entries(limit)}`),
  minProperties: ({ params: { limit } }) =>
    `must have at least ${limit === 1 ? 'one property' : `${limit} properties`}`,
};

function typeMessage(types: readonly string[], data: unknown): string {
  const expected = `must be ${types.map((type) => TYPES[type] ?? type).join(' or ')}`;
  const isDecimal = typeof data === 'number' && types.includes('string');
  return isDecimal ? `${expected}: send decimals as strings, such as "12.50"` : expected;
}
