import { type Faults, sharing } from '../fault.ts';
import { answer } from '../how/answers.ts';
import { webFault } from '../how/web.ts';

const isPage = (headers: Record<string, string>): boolean => headers['content-type']?.startsWith('text/html') ?? false;

const absentClientFault = sharing({ by: ['consent.client-absent'], where: 'web' });

/** Headers and contents that every response of the web host must have, or must not have. */
export const WEB_PAGE_FAULTS: Faults = {
  'web.sniffed': absentClientFault('http.nosniff', 'pages may be sniffed as another type', {
    how: answer(({ headers }) => {
      delete headers['x-content-type-options'];
    }),
  }),
  'web.pages-cached': absentClientFault('http.private_cache', 'shared caches may store pages', {
    how: answer(({ headers }) => {
      if (isPage(headers)) headers['cache-control'] = 'public, max-age=600';
    }),
  }),
  'web.correlation-missing': absentClientFault('http.correlation_id', 'pages have no correlation id', {
    how: answer(({ headers }) => {
      delete headers['x-correlation-id'];
    }),
  }),
  'web.stack-shown': absentClientFault('http.no_internals', 'an error page shows the stack', {
    how: answer((passed) => {
      if (passed.status >= 400 && isPage(passed.headers))
        passed.body = passed.body.replace('</main>', '<pre>Error\n    at run (/srv/web-app.ts:1:2)</pre></main>');
    }),
  }),
  'web.password-shown': webFault('http.no_secrets', 'a wrong password is shown again', {
    how: answer((passed) => {
      const password = new URLSearchParams(passed.requestBody).get('password');
      if (passed.status === 400 && password)
        passed.body = passed.body.replace('name="password"', `name="password" value="${password}"`);
    }),
  }),
  'web.fails-on-state': webFault('http.no_server_error', 'a state of several hundred characters makes the host fail', {
    by: ['consent.state-long'],
    how: answer((passed) => {
      if (!/[?&]state=[^&]{300}/.test(passed.url)) return;
      passed.status = 500;
      delete passed.headers.location;
    }),
  }),
};
