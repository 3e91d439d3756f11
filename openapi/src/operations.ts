import {
  type OpenApiDocument,
  operationsOf,
  parametersOf,
  type Response,
  type Schema,
  scopeOf,
  successOf,
} from './document.ts';

export type { OpenApiDocument } from './document.ts';

// The contract as the client's double, the conformance suite and the specification in both read it.

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean | undefined;
  readonly schema: Schema;
  /** Parameters that cannot be combined with this one. */
  readonly excludes: readonly string[] | undefined;
}

export interface Operation {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** Undefined for a public operation and for the token endpoints. */
  readonly scope: string | undefined;
  readonly products: readonly ('FULL' | 'ONLINE_ORDER' | 'ADSR')[];
  readonly acceptsKey: boolean;
  readonly parameters: readonly Parameter[];
  /** True for a list that is also offered as a stream of lines. */
  readonly streams: boolean;
  readonly body: Schema | undefined;
  /** Largest body in bytes, where it is not that of most operations. */
  readonly bodyBytes: number | undefined;
  /** Status of a successful response. */
  readonly status: number;
  readonly statuses: readonly number[];
}

export const contractOperations = (document: OpenApiDocument): Operation[] =>
  operationsOf(document).map((found) => {
    const { operation, method, path } = found;
    const { security = [], responses = {}, operationId = '', summary = '', description = '' } = operation;
    const parameters = parametersOf(document, found).map(({ value }) => ({
      ...{ name: value.name, in: value.in, required: value.required, schema: value.schema },
      excludes: value['x-tillgate-excludes'],
    }));
    return {
      id: operationId,
      method: method.toUpperCase() as Operation['method'],
      path,
      summary,
      description,
      scope: scopeOf(operation),
      products: (operation['x-products'] ?? []) as Operation['products'],
      acceptsKey: security.some((requirement) => 'apiKey' in requirement),
      parameters: parameters as Parameter[],
      streams: (responses['200'] as Response | undefined)?.content?.['application/x-ndjson'] !== undefined,
      body: operation.requestBody?.content['application/json']?.schema as Schema | undefined,
      bodyBytes: operation['x-tillgate-body']?.bytes,
      status: Number(successOf(operation)),
      statuses: Object.keys(responses).map(Number),
    };
  });
