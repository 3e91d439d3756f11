import type { Passing, ProxyFault } from '../fault.ts';
import { asks, swap } from '../kinds/requests.ts';

/** Requests that are read more narrowly or more widely than the contract says. */

const bodyOf = ({ requestBody }: Passing): Record<string, unknown> | undefined => {
  try {
    const body: unknown = JSON.parse(requestBody);
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : undefined;
  } catch {
    return undefined;
  }
};

const takesAll = (id: string, breaks: string, path: RegExp): ProxyFault =>
  asks(id, breaks, 'an empty list of lines receives everything', (passing) => {
    if (path.test(passing.url) && passing.requestBody === '{"lines":[]}') passing.requestBody = '{}';
  });

const asDayInUtc = (id: string, breaks: string, path: RegExp): ProxyFault =>
  asks(id, breaks, 'an instant as a bound is its day in UTC', (passing) => {
    if (!path.test(passing.url)) return;
    for (const name of ['fromDate', 'toDate'])
      swap(passing, name, (text) => (text.endsWith('Z') ? text.replace(/T.*/, '') : text));
  });

/** What is read-only, as the records of every kind have it. */
const READ_ONLY = ['id', 'version', 'entryDate', 'updatedAt'];

export const QUERY_FAULTS: readonly ProxyFault[] = [
  takesAll('orders-empty-receipt', 'purchases.receive_empty', /purchase-orders\/\d+\/receive/),
  takesAll('transfers-empty-receipt', 'transfers.receive_empty', /stock-transfers\/\d+\/receive/),
  asDayInUtc('orders-day-in-utc', 'purchases.date_instants', /purchase-orders\?/),
  asDayInUtc('transfers-day-in-utc', 'transfers.date_instants', /stock-transfers\?/),
  asks('far-page-is-first', 'lists.beyond_the_end', 'a page beyond what numbers are exact to is the first', (passing) =>
    swap(passing, 'page', (text) => (text.length > 16 ? '1' : text)),
  ),
  asks('far-page-refused', 'lists.beyond_the_end', 'a page beyond a million is refused', (passing) =>
    swap(passing, 'page', (text) => (text.length > 6 ? '0' : text)),
  ),
  asks('blank-search-ignored', 'lists.blank_search', 'a search of blanks finds everything', (passing) => {
    const [bare = '', query] = passing.url.split('?');
    const values = new URLSearchParams(query);
    if (values.get('search')?.trim() !== '' || values.get('search') === '') return;
    values.delete('search');
    passing.url = values.size > 0 ? `${bare}?${values}` : bare;
  }),
  asks('brackets-taken', 'http.bracketed_parameters', 'brackets behind a name are let by', (passing) => {
    passing.url = passing.url.replaceAll(/%5B\d*%5D=/g, '=');
  }),
  asks('booleans-in-lower-case', 'http.boolean_case', 'booleans are taken in lower case alone', (passing) => {
    passing.url = passing.url.replaceAll(/=(?:True|TRUE|tRue|False|FALSE)(?=&|$)/g, '=maybe');
  }),
  asks('read-only-refused', 'records.sent_back', 'a record as it was read is refused', (passing) => {
    const body = passing.method === 'PATCH' && bodyOf(passing);
    if (body && READ_ONLY.every((name) => name in body))
      passing.requestBody = JSON.stringify({ ...body, 'read-only': true });
  }),
  asks('read-only-ignored', 'records.read_only_changed', 'what is read-only is passed over', (passing) => {
    const body = passing.method === 'PATCH' && bodyOf(passing);
    if (!body || !READ_ONLY.some((name) => name in body)) return;
    const written = Object.entries(body).filter(([name]) => !READ_ONLY.includes(name));
    passing.requestBody = JSON.stringify(written.length > 0 ? Object.fromEntries(written) : { status: 1 });
  }),
];
