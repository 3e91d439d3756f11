import type { Passed, ProxyFault } from '../fault.ts';

/** Ways for single answers to be wrong: headers, statuses, codes, fields and types. */

export type Change = (passed: Passed) => void;

export const fault = (
  id: string,
  breaks: string,
  text: string,
  change: Change,
  by: readonly string[] = [],
): ProxyFault => ({
  id: `answer.${id}`,
  level: 'proxy',
  breaks,
  text,
  change,
  by,
});

export const dropHeader = (name: string, breaks: string, by: readonly string[] = []): ProxyFault =>
  fault(`drops-${name}`, breaks, `drops the header ${name}`, ({ headers }) => void delete headers[name], by);

export const setHeader = (
  id: string,
  name: string,
  value: string,
  breaks: string,
  by: readonly string[] = [],
): ProxyFault =>
  fault(
    id,
    breaks,
    `sends ${name}: ${value}`,
    ({ headers }) => {
      if (headers[name] !== undefined) headers[name] = value;
    },
    by,
  );

export const turnStatus = (
  from: number,
  to: number,
  breaks: string,
  path = /./,
  by: readonly string[] = [],
): ProxyFault =>
  fault(
    `${from}-as-${to}${path.source === '.' ? '' : `-at${path.source.replaceAll(/\W/g, '')}`}`,
    breaks,
    `answers ${to} instead of ${from}`,
    (passed) => {
      if (passed.status === from && path.test(passed.url)) passed.status = to;
    },
    by,
  );

export const renameCode = (from: string, to: string, breaks: string, by: readonly string[] = []): ProxyFault =>
  fault(
    `code-${from}`,
    breaks,
    `says ${to} instead of ${from}`,
    (passed) => {
      passed.body = passed.body.replaceAll(`"code":"${from}"`, `"code":"${to}"`);
    },
    by,
  );

export const inBody = (
  id: string,
  breaks: string,
  text: string,
  pattern: RegExp,
  instead: string,
  by: readonly string[] = [],
): ProxyFault =>
  fault(
    id,
    breaks,
    text,
    (passed) => {
      passed.body = passed.body.replaceAll(pattern, instead);
    },
    by,
  );

/** Changes the parsed body of answers that succeed. */
export const inRecord = (
  id: string,
  breaks: string,
  text: string,
  change: (body: Record<string, unknown>, passed: Passed) => void,
  by: readonly string[] = [],
): ProxyFault =>
  fault(
    id,
    breaks,
    text,
    (passed) => {
      if (passed.status >= 300 || !passed.body.startsWith('{')) return;
      const body = JSON.parse(passed.body) as Record<string, unknown>;
      change(body, passed);
      passed.body = JSON.stringify(body);
    },
    by,
  );

export const isToken = ({ url }: Passed): boolean => /\/token$/.test(url.split('?')[0] ?? '');

/** Drops or changes one member of token responses. */
export const inToken = (id: string, breaks: string, name: string, value: unknown): ProxyFault =>
  inRecord(`token-${id}`, breaks, `${name} of a token response is ${JSON.stringify(value)}`, (body, passed) => {
    if (isToken(passed) && name in body) body[name] = value;
  });
