/** Generates requests from the contract's schemas: minimal, arbitrary valid, and only just invalid ones. */
export { minimalBody } from './minimal.ts';
export { RULES_BETWEEN_VALUES } from './rules-between-values.ts';
export { resolve, type Schema, schemaOf, typesOf } from './schema.ts';
export { type Known, valuesOf } from './values.ts';
export { atBounds, beyondBounds, boundTexts, wrongTexts, wrongTypes } from './wrong.ts';
