import type { Passing, ProxyFault } from '../fault.ts';

/** Ways for what a request says to be lost or changed. */

/** A server that does not heed a parameter: it never gets it. */
export const ignores = (name: string, breaks: string, path = /./): ProxyFault => ({
  id: `ignores.${name}${path.source === '.' ? '' : `-at-${path.source.replaceAll(/\W/g, '')}`}`,
  level: 'proxy',
  breaks,
  text: `does not heed the parameter ${name}`,
  ask: (passing) => {
    const [bare = '', query] = passing.url.split('?');
    if (!query || !path.test(bare)) return;
    const values = new URLSearchParams(query);
    if (!values.has(name)) return;
    values.delete(name);
    passing.url = values.size > 0 ? `${bare}?${values}` : bare;
  },
});

export const ignoresHeader = (name: string, breaks: string): ProxyFault => ({
  id: `ignores.${name}`,
  level: 'proxy',
  breaks,
  text: `does not heed the header ${name}`,
  ask: ({ requestHeaders }) => void delete requestHeaders[name],
});

export const asks = (
  id: string,
  breaks: string,
  text: string,
  ask: (passing: Passing) => void,
  by: readonly string[] = [],
): ProxyFault => ({
  id: `request.${id}`,
  level: 'proxy',
  breaks,
  text,
  ask,
  by,
});

export const swap = (passing: Passing, name: string, change: (value: string) => string): void => {
  const [bare, query] = passing.url.split('?');
  const values = new URLSearchParams(query);
  const value = values.get(name);
  if (value === null) return;
  values.set(name, change(value));
  passing.url = `${bare}?${values}`;
};

/** Drops a property from what is written. */
export const loses = (name: string, breaks: string): ProxyFault =>
  asks(`loses-${name}`, breaks, `does not store ${name}`, (passing) => {
    if (!passing.requestBody.startsWith('{')) return;
    try {
      const { [name]: _, ...body } = JSON.parse(passing.requestBody) as Record<string, unknown>;
      if (Object.keys(body).length > 0) passing.requestBody = JSON.stringify(body);
    } catch {
      // A body that is no JSON goes on as it is.
    }
  });
