import { type Passed, type ProxyChange, sharing, type WebChange } from '../fault.ts';
import { answer } from './answers.ts';
import { request } from './requests.ts';
import { eachRow, type Row, readWebRows } from './rows.ts';

/** Changes to the host of the consent screen. */

export const webFault = sharing({ where: 'web' });

/** Adds a stage before the host's. */
export const webStage = (stage: NonNullable<WebChange['webStage']>): WebChange => ({ webStage: stage });

export const MEMBERSHIPS = /from control\.memberships s join/;

/** Changes the merchants of a signed-in person for an app. */
export const webCompanies = (change: (company: Row, client: Row) => Row): WebChange => ({
  web: (deps, mark) => {
    let client: Row = {};
    const asking = readWebRows(deps, /from control\.client_credentials k join/, (rows) => {
      client = rows[0] ?? client;
      return rows;
    });
    return readWebRows(
      asking,
      MEMBERSHIPS,
      eachRow(mark, (row) => change(row, client)),
    );
  },
});

/** Changes the URL that redirects to the app. */
export const inCallback = (change: (location: string, passed: Passed) => string): ProxyChange =>
  answer((passed) => {
    const { location } = passed.headers;
    if (location?.includes('state=') && /[?&](code|error)=/.test(location))
      passed.headers.location = change(location, passed);
  });

/** Changes an authorization request before it is validated. */
export const inAuthorize = (change: (query: URLSearchParams) => void): ProxyChange =>
  request((passing) => {
    const [path, query = ''] = passing.url.split('?');
    if (path !== '/oauth/authorize') return;
    const values = new URLSearchParams(query);
    change(values);
    passing.url = `${path}?${values}`;
  });
