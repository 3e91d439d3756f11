import type { Passed, Passing, ProxyFault, WebFault } from '../fault.ts';
import { type Instead, patchWebRows, patchWebSql, type Row } from '../sql.ts';

/** Ways for the host of the consent screen to be wrong. */

export const webFault = (
  id: string,
  breaks: string,
  text: string,
  patch: WebFault['patch'],
  stage?: WebFault['stage'],
): WebFault => ({ id: `web.${id}`, level: 'server', host: 'web', breaks, text, patch, ...(stage && { stage }) });

export const webSql = (id: string, breaks: string, text: string, pattern: RegExp, instead: Instead): WebFault =>
  webFault(id, breaks, text, (deps, mark) => patchWebSql(deps, mark, pattern, instead));

/** Something goes before the host's own stages. */
export const webStage = (id: string, breaks: string, text: string, stage: NonNullable<WebFault['stage']>): WebFault =>
  webFault(id, breaks, text, (deps) => deps, stage);

/** The merchants of whoever is signed in look otherwise to an app. */
export const webCompanies = (
  id: string,
  breaks: string,
  text: string,
  change: (company: Row, client: Row) => Row,
): WebFault =>
  webFault(id, breaks, text, (deps, mark) => {
    let client: Row = {};
    const asking = patchWebRows(deps, /from control\.client_credentials k join/, (rows) => {
      client = rows[0] ?? client;
      return rows;
    });
    return patchWebRows(asking, /from control\.memberships s join/, (rows) =>
      rows.map((row) => {
        const changed = change(row, client);
        if (changed !== row) mark();
        return changed;
      }),
    );
  });

export const webAnswer = (
  id: string,
  breaks: string,
  text: string,
  change: NonNullable<ProxyFault['change']>,
  by: readonly string[] = [],
): ProxyFault => ({ id: `web.${id}`, level: 'proxy', host: 'web', breaks, text, change, by });

export const webAsk = (id: string, breaks: string, text: string, ask: (passing: Passing) => void): ProxyFault => ({
  id: `web.${id}`,
  level: 'proxy',
  host: 'web',
  breaks,
  text,
  ask,
});

/** Changes the URL that leads back to the app. */
export const inCallback = (
  id: string,
  breaks: string,
  text: string,
  change: (location: string, passed: Passed) => string,
): ProxyFault =>
  webAnswer(id, breaks, text, (passed) => {
    const { location } = passed.headers;
    if (location?.includes('state=') && /[?&](code|error)=/.test(location))
      passed.headers.location = change(location, passed);
  });

/** Changes an authorization request before it is looked at. */
export const inAuthorize = (
  id: string,
  breaks: string,
  text: string,
  change: (query: URLSearchParams) => void,
): ProxyFault =>
  webAsk(id, breaks, text, (passing) => {
    const [path, query = ''] = passing.url.split('?');
    if (path !== '/oauth/authorize') return;
    const values = new URLSearchParams(query);
    change(values);
    passing.url = `${path}?${values}`;
  });
