import { OPERATIONS } from '../contract/bundle.ts';
import type { Sent } from '../http/send.ts';

const PATTERNS = OPERATIONS.map(({ id, method, path }) => ({
  id,
  method,
  pattern: new RegExp(`(/v1)?${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** Id of the operation that a request calls. */
export function operationOf({ method, url }: Sent): string | undefined {
  const { pathname } = new URL(url);
  return PATTERNS.find((one) => one.method === method && one.pattern.test(pathname))?.id;
}

/** What a request uses of the contract. */
export interface Uses {
  readonly operation: string | undefined;
  readonly parameters: readonly string[];
  readonly headers: readonly string[];
  /** First-level properties of its body. */
  readonly properties: readonly string[];
}

export const usesOf = (sent: Sent): Uses => ({
  operation: operationOf(sent),
  parameters: [...new Set(new URL(sent.url).searchParams.keys())],
  headers: Object.keys(sent.headers),
  properties: propertiesOf(sent.body),
});

/** What a request may have in common with others, in words. */
export const traitsOf = ({ operation, parameters, headers, properties }: Uses): readonly string[] => [
  ...(operation === undefined ? [] : [`the operation ${operation}`]),
  ...parameters.map((name) => `the parameter ${name}`),
  ...(operation === undefined ? [] : parameters.map((name) => `the parameter ${name} of ${operation}`)),
  ...headers.map((name) => `the header ${name}`),
  ...properties.map((name) => `the property ${name}`),
];

function propertiesOf(body: string | undefined): readonly string[] {
  if (!body?.startsWith('{')) return [];
  try {
    return Object.keys(JSON.parse(body));
  } catch {
    return [];
  }
}
