/** Generates requests from the contract's schemas: arbitrary valid ones, and only just invalid ones. */
export { RULES_BETWEEN_VALUES } from './rules-between-values.ts';
export { resolve, type Schema, schemaOf, typesOf } from './schema.ts';
export { type Known, valuesOf } from './values.ts';
export { atBounds, beyondBounds, boundTexts, wrongTexts, wrongTypes } from './wrong.ts';
