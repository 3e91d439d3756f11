import type { Passed, ProxyFault } from '../fault.ts';

/** Ways for the pages of a list to be wrong. */

export interface ListBody {
  data: Record<string, unknown>[];
  pagination: Record<string, unknown> & { total: number; limit: number };
}

export const inList = (
  id: string,
  breaks: string,
  text: string,
  change: (body: ListBody, passed: Passed) => void,
  by: readonly string[] = [],
): ProxyFault => ({
  id: `list.${id}`,
  level: 'proxy',
  breaks,
  text,
  by,
  change: (passed) => {
    if (passed.status !== 200 || !passed.body.startsWith('{"data":[')) return;
    const body = JSON.parse(passed.body) as ListBody;
    change(body, passed);
    passed.body = JSON.stringify(body);
  },
});
