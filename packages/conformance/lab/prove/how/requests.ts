import type { Passing, ProxyChange } from '../fault.ts';

/** Changes that lose or alter values of requests before the server sees them. */

export const request = (change: (passing: Passing) => void): ProxyChange => ({ request: change });

/** Drops a parameter from the query of requests whose path matches. */
export const ignores = (name: string, path = /./): ProxyChange =>
  request((passing) => {
    const [bare = '', query] = passing.url.split('?');
    if (!query || !path.test(bare)) return;
    const values = new URLSearchParams(query);
    if (!values.has(name)) return;
    values.delete(name);
    passing.url = values.size > 0 ? `${bare}?${values}` : bare;
  });

/** Changes the value of a parameter. */
export const inParameter = (name: string, change: (value: string) => string): ProxyChange =>
  request((passing) => swap(passing, name, change));

export const swap = (passing: Passing, name: string, change: (value: string) => string): void => {
  const [bare, query] = passing.url.split('?');
  const values = new URLSearchParams(query);
  const value = values.get(name);
  if (value === null) return;
  values.set(name, change(value));
  passing.url = `${bare}?${values}`;
};

/** Changes the value of a header. */
export const inHeader = (name: string, change: (value: string) => string): ProxyChange =>
  request(({ requestHeaders }) => {
    const value = requestHeaders[name];
    if (value !== undefined) requestHeaders[name] = change(value);
  });

/** Drops a property from request bodies. */
export const loses = (name: string): ProxyChange =>
  request((passing) => {
    if (!passing.requestBody.startsWith('{')) return;
    try {
      const { [name]: _, ...body } = JSON.parse(passing.requestBody) as Record<string, unknown>;
      if (Object.keys(body).length > 0) passing.requestBody = JSON.stringify(body);
    } catch {
      // A body that is not JSON stays unchanged.
    }
  });
