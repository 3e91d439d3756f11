import { type Fault, type Faults, fault, type Passing } from '../fault.ts';
import { inParameter, request, swap } from '../how/requests.ts';

/** Requests read more strictly or more leniently than the contract says. */

const bodyOf = ({ requestBody }: Passing): Record<string, unknown> | undefined => {
  try {
    const body: unknown = JSON.parse(requestBody);
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : undefined;
  } catch {
    return undefined;
  }
};

const takesAll = ({ breaks, path }: { breaks: string; path: RegExp }): Fault => ({
  breaks,
  text: 'an empty list of lines receives everything',
  how: request((passing) => {
    if (path.test(passing.url) && passing.requestBody === '{"lines":[]}') passing.requestBody = '{}';
  }),
});

const asDayInUtc = ({ breaks, path }: { breaks: string; path: RegExp }): Fault => ({
  breaks,
  text: 'an instant as a bound is its day in UTC',
  how: request((passing) => {
    if (!path.test(passing.url)) return;
    for (const name of ['fromDate', 'toDate'])
      swap(passing, name, (text) => (text.endsWith('Z') ? text.replace(/T.*/, '') : text));
  }),
});

/** Properties that are read-only in every kind of record. */
const READ_ONLY = ['id', 'version', 'entryDate', 'updatedAt'];

export const QUERY_FAULTS: Faults = {
  'request.orders-empty-receipt': takesAll({
    breaks: 'purchases.receive_empty',
    path: /purchase-orders\/\d+\/receive/,
  }),
  'request.transfers-empty-receipt': takesAll({
    breaks: 'transfers.receive_empty',
    path: /stock-transfers\/\d+\/receive/,
  }),
  'request.orders-day-in-utc': asDayInUtc({ breaks: 'purchases.date_instants', path: /purchase-orders\?/ }),
  'request.transfers-day-in-utc': asDayInUtc({ breaks: 'transfers.date_instants', path: /stock-transfers\?/ }),
  'request.far-page-is-first': fault('lists.beyond_the_end', 'a page beyond what numbers are exact to is the first', {
    how: inParameter('page', (text) => (text.length > 16 ? '1' : text)),
  }),
  'request.far-page-refused': fault('lists.beyond_the_end', 'a page beyond a million is rejected', {
    how: inParameter('page', (text) => (text.length > 6 ? '0' : text)),
  }),
  'request.blank-search-ignored': fault('lists.blank_search', 'a search of blanks finds everything', {
    how: request((passing) => {
      const [bare = '', query] = passing.url.split('?');
      const values = new URLSearchParams(query);
      if (values.get('search')?.trim() !== '' || values.get('search') === '') return;
      values.delete('search');
      passing.url = values.size > 0 ? `${bare}?${values}` : bare;
    }),
  }),
  'request.accent-finds-everything': fault('lists.blank_search', 'a search for a single accent finds every record', {
    how: inParameter('search', (text) => (text === '´' ? 'a' : text)),
  }),
  'request.space-kept': fault('text.trimmed', 'a no-break space at the end of a name is stored', {
    how: request((passing) => {
      passing.requestBody = passing.requestBody.replaceAll(/\u00A0"(?=[,}])/g, '\u00AD"');
    }),
  }),
  'request.reversed-range-empty': fault('lists.reversed_range', 'a range that ends before it begins finds nothing', {
    how: request((passing) => {
      const values = new URLSearchParams(passing.url.split('?')[1]);
      const [from, to] = [values.get('fromDate'), values.get('toDate')];
      if (from && to && from > to) swap(passing, 'toDate', () => from);
    }),
  }),
  'request.brackets-taken': fault('http.bracketed_parameters', 'brackets after a name are accepted', {
    how: request((passing) => {
      passing.url = passing.url.replaceAll(/%5B\d*%5D=/g, '=');
    }),
  }),
  'request.booleans-in-lower-case': fault('http.boolean_case', 'booleans are accepted in lower case only', {
    how: request((passing) => {
      passing.url = passing.url.replaceAll(/=(?:True|TRUE|tRue|False|FALSE)(?=&|$)/g, '=maybe');
    }),
  }),
  'request.read-only-refused': fault('records.sent_back', 'a record sent back unchanged is rejected', {
    how: request((passing) => {
      const body = passing.method === 'PATCH' && bodyOf(passing);
      if (body && READ_ONLY.every((name) => name in body))
        passing.requestBody = JSON.stringify({ ...body, 'read-only': true });
    }),
  }),
  'request.instant-respelled': fault('records.respelled', 'an instant in another spelling is another instant', {
    how: request((passing) => {
      passing.requestBody = passing.requestBody.replace(
        /"entryDate":"[^"]*\+00:00"/,
        '"entryDate":"2001-01-01T00:00:00.000Z"',
      );
    }),
  }),
  'request.read-only-ignored': fault('records.read_only_changed', 'what is read-only is passed over', {
    how: request((passing) => {
      const body = passing.method === 'PATCH' && bodyOf(passing);
      if (!body || !READ_ONLY.some((name) => name in body)) return;
      const written = Object.entries(body).filter(([name]) => !READ_ONLY.includes(name));
      passing.requestBody = JSON.stringify(written.length > 0 ? Object.fromEntries(written) : { status: 1 });
    }),
  }),
};
