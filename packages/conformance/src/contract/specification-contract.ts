import type { Contract, Operation, Parameter, Schema } from '../specification/contract.ts';
import { type Operation as Documented, document, RESOURCE_OPERATIONS, readOnlyOf } from './bundle.ts';

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
  body: operation.body,
  readOnly: operation.body ? readOnlyOf(operation.body) : [],
  status: statusOf(operation),
});

/** The contract as the specification reads it. */
export const CONTRACT: Contract = {
  operations: RESOURCE_OPERATIONS.map(toOperation),
  schemas: document.components.schemas as Readonly<Record<string, Schema>>,
  statuses: document.components.schemas.Error.properties.code['x-tillgate-statuses'],
};
