import type { Body, Passed, ProxyChange } from '../fault.ts';

/** Changes to single responses: headers, statuses, codes, properties and types. */

export const answer = (change: (passed: Passed) => void): ProxyChange => ({ answer: change });

/** Replaces a pattern wherever a body contains it. */
export const inBody = (pattern: RegExp, instead: string): ProxyChange =>
  answer((passed) => {
    passed.body = passed.body.replaceAll(pattern, instead);
  });

/** Changes the parsed body of successful responses. */
export const inRecord = (change: (body: Body, passed: Passed) => void): ProxyChange =>
  answer((passed) => {
    if (passed.status >= 300 || !passed.body.startsWith('{') || isStream(passed)) return;
    const body = JSON.parse(passed.body) as Body;
    change(body, passed);
    passed.body = JSON.stringify(body);
  });

export const isStream = ({ headers }: Passed): boolean =>
  String(headers['content-type']).startsWith('application/x-ndjson');

export const isToken = ({ url }: Passed): boolean => /\/token$/.test(url.split('?')[0] ?? '');

/** Changes one member of token responses. */
export const inToken = (name: string, value: unknown): ProxyChange =>
  inRecord((body, passed) => {
    if (isToken(passed) && name in body) body[name] = value;
  });

export interface ListBody {
  data: Body[];
  pagination: Body & { total: number; limit: number };
}

/** Changes pages of lists. */
export const inList = (change: (body: ListBody, passed: Passed) => void): ProxyChange =>
  answer((passed) => {
    if (passed.status !== 200 || !passed.body.startsWith('{"data":[')) return;
    const body = JSON.parse(passed.body) as ListBody;
    change(body, passed);
    passed.body = JSON.stringify(body);
  });
