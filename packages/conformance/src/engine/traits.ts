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

/** What a request may have in common with others: its operation, parameters, headers and properties of the body. */
export function traitsOf(sent: Sent): readonly string[] {
  const operation = operationOf(sent);
  return [
    ...(operation === undefined ? [] : [`the operation ${operation}`]),
    ...[...new Set(new URL(sent.url).searchParams.keys())].map((name) => `the parameter ${name}`),
    ...Object.keys(sent.headers).map((name) => `the header ${name}`),
    ...propertiesOf(sent.body).map((name) => `the property ${name}`),
  ];
}

/** First-level properties of a JSON body. */
function propertiesOf(body: string | undefined): readonly string[] {
  if (!body?.startsWith('{')) return [];
  try {
    return Object.keys(JSON.parse(body));
  } catch {
    return [];
  }
}
