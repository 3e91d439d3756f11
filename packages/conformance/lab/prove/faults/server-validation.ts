import { each, type Faults } from '../fault.ts';
import { forgiving, parts } from '../how/handlers.ts';
import { request } from '../how/requests.ts';

/** Validation that forgives, and scopes that are not asked for. */

export const VALIDATION_FAULTS: Faults = {
  ...each(['maximum', 'minimum', 'type', 'required', 'pattern'], (name) => [
    `server.query-${name}`,
    {
      breaks: name === 'required' || name === 'pattern' ? 'op.getItem.param.storeId' : 'op.listBrands.param.limit',
      text: `${name} of parameters is not checked`,
      how: forgiving('validateParameters', name),
    },
  ]),
  'server.query-unknown': {
    breaks: 'http.unknown_parameters',
    text: 'unknown parameters are let by',
    how: forgiving('validateParameters', 'additionalProperties'),
  },
  ...each(['maxLength', 'pattern', 'type'], (name) => [
    `server.body-${name}`,
    {
      breaks: 'op.createBrand.body.name',
      text: `${name} of properties is not checked`,
      how: forgiving('validateBody', name),
    },
  ]),
  'server.body-unknown': {
    breaks: 'http.required_properties',
    text: 'unknown properties are let by',
    how: forgiving('validateBody', 'additionalProperties'),
  },
  'server.body-required': {
    breaks: 'http.required_properties',
    text: 'required properties are not asked for',
    how: forgiving('validateBody', 'required'),
  },
  'request.order-any': {
    breaks: 'op.listBrands.param.order',
    text: 'an order that there is not is taken for none',
    how: request((passing) => {
      const [bare, query] = passing.url.split('?');
      const values = new URLSearchParams(query);
      if (/^(asc|desc)$/.test(values.get('order') ?? 'asc')) return;
      values.delete('order');
      passing.url = `${bare}?${values}`;
    }),
  },
  'request.status-any': {
    breaks: 'op.createBrand.body.status',
    text: 'a status that there is not is taken for 1',
    how: request((passing) => {
      passing.requestBody = passing.requestBody.replace(/"status":(?![01][,}])[^,}]+/, '"status":1');
    }),
  },
  'server.body-maxItems': {
    breaks: 'op.createItem.body.barcodes',
    text: 'there may be any number of barcodes',
    how: forgiving('validateBody', 'maxItems'),
  },
  'server.bounds-less-one': {
    breaks: 'lists.limit',
    text: 'the bound of limit is off by one',
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
  },
  'server.scope-of-read': {
    breaks: 'auth.scope',
    text: 'writing needs the scope of reading alone',
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
  },
};
