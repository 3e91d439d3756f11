import type { Fault } from '../fault.ts';
import { asks } from '../kinds/requests.ts';
import { forgiving, keyword, server } from '../kinds/server.ts';

/** Validation that forgives, and scopes that are not asked for. */

export const VALIDATION_FAULTS: readonly Fault[] = [
  ...['maximum', 'minimum', 'type', 'required', 'pattern'].map((name) =>
    forgiving(
      `query-${name}`,
      name === 'required' || name === 'pattern' ? 'op.getItem.param.storeId' : 'op.listBrands.param.limit',
      `${name} of parameters is not checked`,
      'validateParameters',
      keyword(name),
    ),
  ),
  forgiving(
    'query-unknown',
    'http.unknown_parameters',
    'unknown parameters are let by',
    'validateParameters',
    keyword('additionalProperties'),
  ),
  ...['maxLength', 'pattern', 'type'].map((name) =>
    forgiving(
      `body-${name}`,
      'op.createBrand.body.name',
      `${name} of properties is not checked`,
      'validateBody',
      keyword(name),
    ),
  ),
  forgiving(
    'body-unknown',
    'http.required_properties',
    'unknown properties are let by',
    'validateBody',
    keyword('additionalProperties'),
  ),
  forgiving(
    'body-required',
    'http.required_properties',
    'required properties are not asked for',
    'validateBody',
    keyword('required'),
  ),
  asks('order-any', 'op.listBrands.param.order', 'an order that there is not is taken for none', (passing) => {
    const [bare, query] = passing.url.split('?');
    const values = new URLSearchParams(query);
    if (/^(asc|desc)$/.test(values.get('order') ?? 'asc')) return;
    values.delete('order');
    passing.url = `${bare}?${values}`;
  }),
  asks('status-any', 'op.createBrand.body.status', 'a status that there is not is taken for 1', (passing) => {
    passing.requestBody = passing.requestBody.replace(/"status":(?![01][,}])[^,}]+/, '"status":1');
  }),
  forgiving(
    'body-maxItems',
    'op.createItem.body.barcodes',
    'there may be any number of barcodes',
    'validateBody',
    keyword('maxItems'),
  ),
  server('bounds-less-one', 'lists.limit', 'the bound of limit is off by one', (deps, mark) => ({
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
  server(
    'scope-of-read',
    'auth.scope',
    'writing needs the scope of reading alone',
    (deps, mark) => ({
      ...deps,
      contract: {
        ...deps.contract,
        operations: deps.contract.operations.map((operation) => {
          if (operation.scope?.endsWith('.write')) mark();
          return operation.scope ? { ...operation, scope: operation.scope.replace('.write', '.read') } : operation;
        }),
      },
    }),
    ['access.scope.createItem', 'access.scope.createCategory'],
  ),
];
