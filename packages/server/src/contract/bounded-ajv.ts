import { _, type CodeKeywordDefinition, type FuncKeywordDefinition, type KeywordCxt, Name } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Type } from 'ajv/dist/compile/util.js';
import addFormats from 'ajv-formats';
import { MOST_DETAILS } from '../errors.ts';
import { isSearchable } from '../lists/list-plan.ts';
import { isDay, parseInstant } from '../process/instants.ts';
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
  // Those of the library accept leap seconds, which no clock here can name.
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

/** Spells an instant as in responses. */
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
