import type { Fault } from '../fault.ts';
import { webAnswer } from '../kinds/web.ts';

const isPage = (headers: Record<string, string>): boolean => headers['content-type']?.startsWith('text/html') ?? false;

/** What every answer of the web host should have, and none should. */
export const WEB_PAGE_FAULTS: readonly Fault[] = [
  webAnswer('sniffed', 'http.nosniff', 'pages may be taken for something else', ({ headers }) => {
    delete headers['x-content-type-options'];
  }),
  webAnswer('pages-cached', 'http.private_cache', 'pages are kept by shared caches', ({ headers }) => {
    if (isPage(headers)) headers['cache-control'] = 'public, max-age=600';
  }),
  webAnswer('correlation-missing', 'http.correlation_id', 'pages have no correlation id', ({ headers }) => {
    delete headers['x-correlation-id'];
  }),
  webAnswer(
    'stack-shown',
    'http.no_internals',
    'an error page shows the stack',
    (passed) => {
      if (passed.status >= 400 && isPage(passed.headers))
        passed.body = passed.body.replace('</main>', '<pre>Error\n    at run (/srv/web-app.ts:1:2)</pre></main>');
    },
    ['consent.client-absent'],
  ),
  webAnswer('password-shown', 'http.no_secrets', 'a wrong password is shown again', (passed) => {
    const password = new URLSearchParams(passed.requestBody).get('password');
    if (passed.status === 400 && password)
      passed.body = passed.body.replace('name="password"', `name="password" value="${password}"`);
  }),
  webAnswer(
    'fails-on-state',
    'http.no_server_error',
    'a state of several hundred characters makes the host fail',
    (passed) => {
      if (!/[?&]state=[^&]{300}/.test(passed.url)) return;
      passed.status = 500;
      delete passed.headers.location;
    },
    ['consent.state-long'],
  ),
];
