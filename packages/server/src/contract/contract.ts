import document from '@tillgate/openapi/openapi.json' with { type: 'json' };
import type { ValidateFunction } from 'ajv';
import { type Document, OpenAPIBackend } from 'openapi-backend';
import { type FieldError, validationFailed } from '../errors.ts';
import type { RequestName } from '../request-log/logged-request.ts';
import type { Operations } from './generated/operations.gen.ts';
import { boundsOf, type SizedSchema } from './json-bounds.ts';
import { readOnlyParts, type SplitBody, splitBody, unversionedErrors } from './read-only.ts';
import { boundedAjv, toFieldErrors } from './validation.ts';

/** Names of an object's properties in the contract, nested. */
type PropertyNames = ReadonlyMap<string, RequestName & { readonly inside: PropertyNames }>;

const NONE: readonly RequestName[] = [];

/** Finds the query parameters and body properties that a request has, each once. */
function namesOf(inQuery: ReadonlyMap<string, RequestName>, schema: BodySchema) {
  const inBody = propertyNames(schema, '');
  return function namesIn(query: ReadonlyMap<string, unknown>, body: unknown): readonly RequestName[] {
    if (query.size === 0 && body === undefined) return NONE;
    const found = new Set<RequestName>();
    for (const key of query.keys()) {
      const name = inQuery.get(key);
      if (name) found.add(name);
    }
    addNames(body, inBody, found);
    return [...found];
  };
}

function addNames(value: unknown, names: PropertyNames, found: Set<RequestName>): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const entry of value) addNames(entry, names, found);
    return;
  }
  for (const key of Object.keys(value)) {
    const name = names.get(key);
    if (!name) continue;
    found.add(name);
    if (name.inside.size > 0) addNames((value as Record<string, unknown>)[key], name.inside, found);
  }
}

function propertyNames({ properties = {}, items, allOf = [] }: BodySchema, path: string): PropertyNames {
  if (items) return propertyNames(items, `${path}[]`);
  const own = Object.entries(properties).map(([key, property]) => {
    const name = path === '' ? key : `${path}.${key}`;
    return [key, { in: 'body', name, inside: propertyNames(property, name) }] as const;
  });
  return new Map([...allOf.flatMap((part) => [...propertyNames(part, path)]), ...own]);
}

export interface ParameterSchema {
  readonly type?: string | readonly string[];
  readonly items?: { readonly type?: string | readonly string[] };
  readonly maximum?: number;
  readonly format?: string;
  readonly enum?: readonly unknown[];
}

export interface BodySchema extends ParameterSchema {
  readonly description?: string;
  readonly pattern?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, BodySchema>>;
  readonly items?: BodySchema;
  readonly allOf?: readonly BodySchema[];
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: ParameterSchema;
  readonly required?: boolean;
  readonly description?: string;
  readonly 'x-tillgate-excludes'?: readonly string[];
}

/** Media type of records as lines of JSON. */
export const LINES = 'application/x-ndjson';

interface OperationObject {
  operationId: keyof Operations;
  summary: string;
  method: string;
  path: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: SizedSchema & BodySchema }> };
  responses?: Record<string, { content?: Record<string, unknown> }>;
  security?: Record<string, string[]>[];
  deprecated?: boolean;
  'x-tillgate-deprecated'?: string;
  'x-tillgate-sunset'?: string;
  /** Bounds of the body, if larger than usual. */
  'x-tillgate-body'?: { readonly bytes: number; readonly values: number; readonly entriesPerHit: number };
}

export type Contract = Readonly<Awaited<ReturnType<typeof loadContract>>>;

/** Origins of the local server, as written in the document. */
const LOCAL = /http:\/\/localhost:(3000|3001)(?!\d)/g;

/** The contract for a deployment: its operations, and the document as JSON with the deployment's URLs. */
export async function loadContract(apiUrl: string, webUrl: string) {
  const api = new URL(apiUrl).origin;
  /** Replaces the local server's URLs with the deployment's. */
  const here = (text: string): string => text.replaceAll(LOCAL, (_, port) => (port === '3000' ? api : webUrl));
  const moved = <T>(part: T): T => JSON.parse(here(JSON.stringify(part)));
  const { components, paths, ...served } = document;
  const text = JSON.stringify({
    ...served,
    servers: [{ url: apiUrl, description: 'This deployment.' }],
    paths: { ...paths, '/oauth/authorize': moved(paths['/oauth/authorize']) },
    components: { ...components, securitySchemes: moved(components.securitySchemes) },
  });
  return { operations: await contractOperations(), text, here };
}

let operations: Promise<readonly Operation[]> | undefined;

/** The operations of the API. Read once, since they are the same for all deployments. */
export function contractOperations(): Promise<readonly Operation[]> {
  operations ??= readOperations();
  return operations;
}

/**
 * Reads the contract with openapi-backend, which resolves references, lists operations with
 * inherited parameters and security, and compiles validators. Its routing, handlers and security
 * are not used: the router matches requests, and pipeline/run.ts calls the validators.
 */
async function readOperations(): Promise<readonly Operation[]> {
  // Parts that are checked one by one after the body may be any object in it.
  const definition = JSON.parse(JSON.stringify(document), (_, part) =>
    part?.['x-tillgate-checked-apart'] ? { type: 'object', description: part.description } : part,
  ) as Document;
  const backend = new OpenAPIBackend({
    definition,
    // Compiles validators on first use.
    quick: true,
    // Values have already been coerced, more strictly than by Ajv, which would read `0x10` and blanks as numbers.
    customizeAjv: () => ajv,
  });
  await backend.init();
  return (
    backend
      .getOperations()
      .map((operation) => operation as unknown as OperationObject)
      // Paths with their own servers belong to the merchant-facing host.
      .filter(({ path }) => !('servers' in ((document.paths as Record<string, object>)[path] ?? {})))
      .map((object) =>
        toOperation(object, () => backend.validator.getRequestValidatorsForOperation(object.operationId) ?? []),
      )
  );
}

const ajv = boundedAjv();

/** An operation of the contract, with everything that can be prepared when the server starts. */
export type Operation = Readonly<ReturnType<typeof toOperation>>;

function toOperation(object: OperationObject, compile: () => readonly ValidateFunction[]) {
  let compiled: readonly ValidateFunction[] | undefined;
  /** Validators of the body, if the operation has one, and of the parameters. */
  const validators = () => {
    compiled ??= compile();
    return compiled;
  };
  const [requirement] = object.security ?? [];
  const inPart = (part: Parameter['in']) => (object.parameters ?? []).filter((parameter) => parameter.in === part);
  const queryParameters: ReadonlyMap<string, Parameter> = new Map(inPart('query').map((one) => [one.name, one]));
  const bounds = object['x-tillgate-body'];
  const bodySchema = object.requestBody?.content['application/json']?.schema ?? {};
  return {
    id: object.operationId,
    summary: object.summary,
    method: object.method as 'get' | 'post' | 'patch',
    /** Path for the router, without the version: `/items/:id`. */
    path: object.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    /** The required scope; undefined for a public operation. */
    scope: requirement?.partnerToken?.[0],
    deprecation: deprecationOf(object),
    pathParameters: inPart('path'),
    queryParameters,
    namesIn: namesOf(queryParameters, bodySchema),
    bodySchema,
    /** Compiled on first use, like `validateBody`, because compiling all of them takes a second. */
    get validateParameters(): ValidateFunction {
      const parameters = validators().at(-1);
      if (!parameters) throw new Error(`No validator for ${object.operationId}.`);
      return parameters;
    },
    get validateBody(): ValidateFunction | undefined {
      return object.requestBody && validators()[0];
    },
    bodyBounds: { ...boundsOf(bodySchema), ...(bounds && { values: bounds.values }) },
    /** Largest body, in bytes; the default limit if undefined. */
    bodyBytes: bounds?.bytes,
    /** Entries of a batch that count as one request in the rate limit; undefined if every request counts as one. */
    entriesPerHit: bounds?.entriesPerHit,
    readOnly: readOnlyParts(object.path, object.method),
    /** True for a list that is also offered as a stream of lines. */
    hasStream: object.responses?.['200']?.content?.[LINES] !== undefined,
  };
}

/** Instants of an operation's deprecation and removal, in milliseconds since 1970. */
export interface Deprecation {
  readonly since: number;
  readonly sunset: number;
}

/** Deprecation of an operation, if any. Lint requires both days, which start at midnight UTC. */
export const deprecationOf = ({
  deprecated = false,
  'x-tillgate-deprecated': since = '',
  'x-tillgate-sunset': sunset = '',
}: Pick<OperationObject, 'deprecated' | 'x-tillgate-deprecated' | 'x-tillgate-sunset'>): Deprecation | undefined =>
  deprecated ? { since: Date.parse(since), sunset: Date.parse(sunset) } : undefined;

export function bodyErrors(
  body: unknown,
  { validateBody, readOnly }: Pick<Operation, 'validateBody' | 'readOnly'>,
): FieldError[] {
  const wrapped = body === undefined ? {} : { requestBody: body };
  if (validateBody && !validateBody(wrapped)) return toFieldErrors(validateBody.errors ?? []);
  return unversionedErrors(body, readOnly);
}

/** Checks a part of a batch as the body of an operation, and separates its claims. */
export type CheckBody = (operationId: Operation['id'], body: unknown) => SplitBody;

export function bodyChecker(operations: readonly Operation[]): CheckBody {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  return (id, body) => {
    const operation = byId.get(id);
    if (!operation) throw new Error(`The contract has no operation ${id}.`);
    const errors = bodyErrors(body, operation);
    if (errors.length > 0) throw validationFailed(errors);
    return splitBody(body, operation.readOnly);
  };
}
