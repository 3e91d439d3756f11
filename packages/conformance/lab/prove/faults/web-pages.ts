import type { Faults } from '../fault.ts';
import { answer } from '../how/answers.ts';

const isPage = (headers: Record<string, string>): boolean => headers['content-type']?.startsWith('text/html') ?? false;

/** Headers and contents that every answer of the web host should have, or none should. */
export const WEB_PAGE_FAULTS: Faults = {
  'web.sniffed': {
    breaks: 'http.nosniff',
    text: 'pages may be taken for something else',
    where: 'web',
    by: ['consent.client-absent'],
    how: answer(({ headers }) => {
      delete headers['x-content-type-options'];
    }),
  },
  'web.pages-cached': {
    breaks: 'http.private_cache',
    text: 'pages are kept by shared caches',
    where: 'web',
    by: ['consent.client-absent'],
    how: answer(({ headers }) => {
      if (isPage(headers)) headers['cache-control'] = 'public, max-age=600';
    }),
  },
  'web.correlation-missing': {
    breaks: 'http.correlation_id',
    text: 'pages have no correlation id',
    where: 'web',
    by: ['consent.client-absent'],
    how: answer(({ headers }) => {
      delete headers['x-correlation-id'];
    }),
  },
  'web.stack-shown': {
    breaks: 'http.no_internals',
    text: 'an error page shows the stack',
    by: ['consent.client-absent'],
    where: 'web',
    how: answer((passed) => {
      if (passed.status >= 400 && isPage(passed.headers))
        passed.body = passed.body.replace('</main>', '<pre>Error\n    at run (/srv/web-app.ts:1:2)</pre></main>');
    }),
  },
  'web.password-shown': {
    breaks: 'http.no_secrets',
    text: 'a wrong password is shown again',
    where: 'web',
    how: answer((passed) => {
      const password = new URLSearchParams(passed.requestBody).get('password');
      if (passed.status === 400 && password)
        passed.body = passed.body.replace('name="password"', `name="password" value="${password}"`);
    }),
  },
  'web.fails-on-state': {
    breaks: 'http.no_server_error',
    text: 'a state of several hundred characters makes the host fail',
    by: ['consent.state-long'],
    where: 'web',
    how: answer((passed) => {
      if (!/[?&]state=[^&]{300}/.test(passed.url)) return;
      passed.status = 500;
      delete passed.headers.location;
    }),
  },
};
