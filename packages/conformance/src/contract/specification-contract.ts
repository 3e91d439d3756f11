import type { Contract, Schema } from '../specification/contract.ts';
import { readOnlyParts } from '../specification/read-only.ts';
import { document, RESOURCE_OPERATIONS } from './bundle.ts';

const SCHEMAS = document.components.schemas as Readonly<Record<string, Schema>>;

/** The contract as the specification reads it. */
export const CONTRACT: Contract = {
  operations: RESOURCE_OPERATIONS.map((operation) => ({
    ...operation,
    scope: operation.scope ?? '',
    readOnly: readOnlyParts(operation.body, SCHEMAS),
  })),
  schemas: SCHEMAS,
  statuses: document.components.schemas.Error.properties.code['x-tillgate-statuses'],
};
