import document from '@tillgate/openapi/openapi.json' with { type: 'json' };
import { contractOperations, type OpenApiDocument, type Operation } from '@tillgate/openapi/operations';

export type { Operation } from '@tillgate/openapi/operations';

// TypeScript infers the type of every literal in the JSON file, which no type of a document matches.
export const OPERATIONS = contractOperations(document as unknown as OpenApiDocument);

/** Operations on one merchant's data. */
export const RESOURCE_OPERATIONS = OPERATIONS.filter(({ scope }) => scope !== undefined);

export const hasParameter = ({ parameters }: Operation, name: string): boolean =>
  parameters.some((parameter) => parameter.name === name);

export const isList = (op: Operation): boolean => op.method === 'GET' && hasParameter(op, 'limit');

export { document };
