import { describe, expect, test } from 'vitest';
import { Session } from '../../src/run/session.ts';
import { Unavailable, Unmet } from '../../src/run/unavailable.ts';
import { Visitor } from '../../src/run/visitor.ts';
import { TARGET } from '../support/run.ts';
import { serve } from '../support/server.ts';

const LOGIN = { email: 'owner@conf.example', password: 'a password of the owner' };
interface Page {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly html?: string;
}

const form = (fields: string): Page => ({ html: `<form method="post" action="/next">${fields}</form>` });

describe('A visitor that is stuck names the page it is on:', () => {
  const ANY_FORM = 'no form that has the field decision at ORIGIN';
  const SIGN_IN = form('<input type="email" name="e"><input type="password" name="p">');
  test.each<[string, Readonly<Record<string, Page>>, typeof Unmet | typeof Unavailable, string]>([
    [
      'its address, status, title and first heading',
      {
        'GET /start': {
          html: '<title>Tillgate</title>\n<body><h1 class="x">Ask the\n  <b>owner</b> &amp; wait</h1><h2>Other</h2>',
        },
      },
      Unmet,
      `${ANY_FORM}/start: 200, title "Tillgate", heading "Ask the owner & wait"`,
    ],
    [
      'one that it was redirected to, and its error code',
      {
        'GET /start': { status: 303, headers: { Location: '/error' } },
        'GET /error': { status: 400, headers: { 'X-Tillgate-Error': 'oauth.state_required' }, html: '<h1>Sorry</h1>' },
      },
      Unmet,
      `${ANY_FORM}/error: 400, error oauth.state_required, heading "Sorry"`,
    ],
    [
      'none',
      {},
      Unavailable,
      'no consent screen at ORIGIN/start: 404, text/html; charset=utf-8 without title or heading',
    ],
    [
      'the one after its sign-in',
      { 'GET /start': SIGN_IN, 'POST /next': { status: 422, html: '<title>Sign in</title><h1>Wrong password</h1>' } },
      Unmet,
      'owner@conf.example cannot sign in at ORIGIN/next: 422, title "Sign in", heading "Wrong password"',
    ],
    [
      'the one after its decision',
      {
        'GET /start': form('<button name="decision" value="approve">'),
        'POST /next': { status: 403, html: '<title>Expired</title>' },
      },
      Unmet,
      'the decision is not redirected by ORIGIN/next: 403, title "Expired"',
    ],
  ])('%s', async (_, pages, kind, message) => {
    const origin = await serve(({ method, url }, response) => {
      const { status = 200, headers = {}, html = '' } = pages[`${method} ${url?.split('?')[0]}`] ?? { status: 404 };
      response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', ...headers }).end(html);
    });
    const visitor = new Visitor(new Session({ ...TARGET, authUrl: origin }), LOGIN);
    const approved = visitor.approve(`${origin}/start?state=x`, 101);
    await expect(approved).rejects.toThrow(kind);
    await expect(approved).rejects.toThrow(message.replace('ORIGIN', origin));
  });
});
