import { each, type Faults, fault } from '../fault.ts';
import { forgiving, parts } from '../how/handlers.ts';
import { request } from '../how/requests.ts';

/** Missing validation and missing scope checks. */

export const VALIDATION_FAULTS: Faults = {
  ...each(['maximum', 'minimum', 'type', 'required', 'pattern'], (name) => [
    `server.query-${name}`,
    fault(
      name === 'required' || name === 'pattern' ? 'op.getItem.param.storeId' : 'op.listBrands.param.limit',
      `${name} of parameters is not checked`,
      { how: forgiving('validateParameters', name) },
    ),
  ]),
  'server.query-unknown': fault('http.unknown_parameters', 'unknown parameters are let by', {
    how: forgiving('validateParameters', 'additionalProperties'),
  }),
  ...each(['maxLength', 'pattern', 'type'], (name) => [
    `server.body-${name}`,
    fault('op.createBrand.body.name', `${name} of properties is not checked`, { how: forgiving('validateBody', name) }),
  ]),
  'server.body-unknown': fault('http.required_properties', 'unknown properties are let by', {
    how: forgiving('validateBody', 'additionalProperties'),
  }),
  'server.body-required': fault('http.required_properties', 'required properties are not required', {
    how: forgiving('validateBody', 'required'),
  }),
  'request.order-any': fault('op.listBrands.param.order', 'an unknown order value counts as absent', {
    how: request((passing) => {
      const [bare, query] = passing.url.split('?');
      const values = new URLSearchParams(query);
      if (/^(asc|desc)$/.test(values.get('order') ?? 'asc')) return;
      values.delete('order');
      passing.url = `${bare}?${values}`;
    }),
  }),
  'request.status-any': fault('op.createBrand.body.status', 'an unknown status counts as 1', {
    how: request((passing) => {
      passing.requestBody = passing.requestBody.replace(/"status":(?![01][,}])[^,}]+/, '"status":1');
    }),
  }),
  'server.body-maxItems': fault('op.createItem.body.barcodes', 'there may be any number of barcodes', {
    how: forgiving('validateBody', 'maxItems'),
  }),
  'server.bounds-less-one': fault('lists.limit', 'the bound of limit is off by one', {
    how: parts((deps, mark) => ({
      ...deps,
      contract: {
        ...deps.contract,
        operations: deps.contract.operations.map((operation) => {
          const sound = operation.validateParameters;
          const strict = (value: { query: { limit?: unknown } }): boolean => {
            const beyond = value.query.limit === 100;
            if (beyond) mark();
            const holds = sound(value);
            Object.assign(strict, {
              errors: beyond
                ? [
                    {
                      keyword: 'maximum',
                      instancePath: '/query/limit',
                      message: 'must be < 100',
                      params: {},
                      schemaPath: '',
                    },
                  ]
                : sound.errors,
            });
            return holds && !beyond;
          };
          return { ...operation, validateParameters: strict as unknown as typeof sound };
        }),
      },
    })),
  }),
  'server.scope-of-read': fault('auth.scope', 'writing requires only the scope for reading', {
    by: ['access.scope.createItem', 'access.scope.createCategory'],
    how: parts((deps, mark) => ({
      ...deps,
      contract: {
        ...deps.contract,
        operations: deps.contract.operations.map((operation) => {
          if (operation.scope?.endsWith('.write')) mark();
          return operation.scope ? { ...operation, scope: operation.scope.replace('.write', '.read') } : operation;
        }),
      },
    })),
  }),
};
