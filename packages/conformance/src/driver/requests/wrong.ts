import { beyondBounds, wrongTexts, wrongTypes } from '@tillgate/openapi/requests';
import type { Parameter, Schema } from '../../specification/contract.ts';
import { type Choice, choice } from './factor.ts';

/** Values that a schema rejects: of other types, and just beyond its bounds. */

export const wrongValues = (schema: Schema): Choice[] =>
  [...wrongTypes(schema), ...beyondBounds(schema)].map(({ what, value }) => choice(what, () => value));

export const wrongParameters = ({ schema }: Parameter): Choice[] =>
  [...new Set(wrongTexts(schema))].map((text) => choice(JSON.stringify(text), () => text));
