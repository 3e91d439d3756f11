import { contract } from '@tillgate/openapi/contract';
import document from '@tillgate/openapi/openapi.json' with { type: 'json' };
import { contractOperations, type Operation } from '@tillgate/openapi/operations';

export type { Operation } from '@tillgate/openapi/operations';

export const OPERATIONS = contractOperations(contract);

/** Operations on one merchant's data. */
export const RESOURCE_OPERATIONS = OPERATIONS.filter(({ scope }) => scope !== undefined);

export const hasParameter = ({ parameters }: Operation, name: string): boolean =>
  parameters.some((parameter) => parameter.name === name);

export const isList = (op: Operation): boolean => op.method === 'GET' && hasParameter(op, 'limit');

export { document };
