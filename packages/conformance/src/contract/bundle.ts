import document from '@tillgate/openapi/openapi.json' with { type: 'json' };
import { resolve, type Schema } from '@tillgate/openapi/requests';
import type { Product } from './products.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly 'x-tillgate-extension'?: boolean;
  readonly 'x-tillgate-excludes'?: readonly string[];
}

interface OperationObject {
  readonly operationId: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly (Parameter | { $ref: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, unknown>>;
  readonly 'x-products'?: readonly Product[];
  readonly 'x-tillgate-body'?: { readonly bytes: number };
  readonly 'x-tillgate-extension'?: boolean;
}

/** An operation of the contract. */
export interface Operation {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly summary: string;
  /** Undefined for a public operation and for the token endpoints. */
  readonly scope: string | undefined;
  readonly acceptsKey: boolean;
  readonly products: readonly Product[];
  readonly extension: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | undefined;
  /** Largest body in bytes, where it is not that of most operations. */
  readonly bodyBytes: number | undefined;
  readonly statuses: readonly number[];
  /** True for a list that is also offered as a stream of lines. */
  readonly streams: boolean;
}

/** Media type of records as lines of JSON. */
const LINES = 'application/x-ndjson';

function toOperation(method: string, path: string, object: OperationObject): Operation {
  const security = object.security ?? [];
  return {
    id: object.operationId,
    method: method.toUpperCase() as Operation['method'],
    path,
    summary: object.summary ?? object.operationId,
    scope: security.find((one) => one.partnerToken)?.partnerToken?.[0],
    acceptsKey: security.some((one) => one.apiKey),
    products: object['x-products'] ?? [],
    extension: object['x-tillgate-extension'] ?? false,
    parameters: (object.parameters ?? []).map((parameter) => resolve<Parameter>(parameter as Parameter)),
    body: object.requestBody?.content['application/json']?.schema,
    streams: Object.hasOwn(
      (object.responses['200'] as { readonly content?: object } | undefined)?.content ?? {},
      LINES,
    ),
    bodyBytes: object['x-tillgate-body']?.bytes,
    statuses: Object.keys(object.responses).map(Number).filter(Number.isInteger),
  };
}

const METHODS = new Set(['get', 'post', 'patch']);

export const OPERATIONS: readonly Operation[] = Object.entries(
  document.paths as unknown as Record<string, Record<string, OperationObject>>,
).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([method]) => METHODS.has(method))
    .map(([method, object]) => toOperation(method, path, object)),
);

/** Operations on one merchant's data. */
export const RESOURCE_OPERATIONS = OPERATIONS.filter(({ scope }) => scope !== undefined);

export const hasParameter = ({ parameters }: Operation, name: string): boolean =>
  parameters.some((parameter) => parameter.name === name);

export const isList = (op: Operation): boolean => op.method === 'GET' && hasParameter(op, 'limit');

export { document };
