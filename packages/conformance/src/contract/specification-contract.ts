import type { Contract, Operation, Parameter, Schema } from '../specification/contract.ts';
import { readOnlyParts } from '../specification/read-only.ts';
import { type Operation as Documented, document, RESOURCE_OPERATIONS } from './bundle.ts';

const SCHEMAS = document.components.schemas as Readonly<Record<string, Schema>>;

const statusOf = ({ statuses }: Documented): number => statuses.find((status) => status < 300) ?? 200;

const toOperation = (operation: Documented): Operation => ({
  id: operation.id,
  method: operation.method,
  path: operation.path,
  scope: operation.scope ?? '',
  products: operation.products,
  acceptsKey: operation.acceptsKey,
  parameters: operation.parameters.map(
    ({ 'x-tillgate-excludes': excludes, name, in: place, required, schema }): Parameter => ({
      name,
      in: place,
      required,
      schema,
      excludes,
    }),
  ),
  streams: operation.streams,
  body: operation.body,
  bodyBytes: operation.bodyBytes,
  readOnly: readOnlyParts(operation.body, SCHEMAS),
  status: statusOf(operation),
});

/** The contract as the specification reads it. */
export const CONTRACT: Contract = {
  operations: RESOURCE_OPERATIONS.map(toOperation),
  schemas: SCHEMAS,
  statuses: document.components.schemas.Error.properties.code['x-tillgate-statuses'],
};
