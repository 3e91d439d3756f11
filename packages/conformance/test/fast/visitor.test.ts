import { describe, expect, test } from 'vitest';
import { Session } from '../../src/engine/session.ts';
import { Unavailable, Unmet } from '../../src/engine/unavailable.ts';
import { Visitor } from '../../src/engine/visitor.ts';
import { TARGET } from '../support/run.ts';
import { serve } from '../support/server.ts';

const LOGIN = { email: 'owner@conf.example', password: 'a password of the owner' };
const SIGN_IN =
  '<form method="post" action="/sign-in"><input type="email" name="e"><input type="password" name="p"></form>';

interface Page {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly html?: string;
}

/** Opens `/start` of a host with these pages, by method and path, as the owner and approves an app there. */
async function approve(pages: Readonly<Record<string, Page>>): Promise<{ origin: string; error: Error }> {
  const origin = await serve(({ method, url }, response) => {
    const { status = 200, headers = {}, html = '' } = pages[`${method} ${url?.split('?')[0]}`] ?? { status: 404 };
    response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', ...headers }).end(html);
  });
  const visitor = new Visitor(new Session({ ...TARGET, authUrl: origin }), LOGIN);
  const error = await visitor.approve(`${origin}/start?state=x`, 101).then(
    () => new Error('approved'),
    (reason: Error) => reason,
  );
  return { origin, error };
}

describe('A visitor that does not find its form', () => {
  test('names the address, status, title and first heading of the page that was there', async () => {
    const html = '<title>Tillgate</title>\n<body><h1 class="x">Ask the\n  <b>owner</b> &amp; wait</h1><h2>Other</h2>';
    const { origin, error } = await approve({ 'GET /start': { html } });
    expect(error).toBeInstanceOf(Unmet);
    expect(error.message).toBe(
      `no form that has the field decision at ${origin}/start: 200, title "Tillgate", heading "Ask the owner & wait"`,
    );
  });

  test('names the page that it was redirected to, and its error code', async () => {
    const { origin, error } = await approve({
      'GET /start': { status: 303, headers: { Location: '/error' } },
      'GET /error': { status: 400, headers: { 'X-Tillgate-Error': 'oauth.state_required' }, html: '<h1>Sorry</h1>' },
    });
    expect(error.message).toBe(
      `no form that has the field decision at ${origin}/error: 400, error oauth.state_required, heading "Sorry"`,
    );
  });

  test('says so if there is no page', async () => {
    const { origin, error } = await approve({});
    expect(error).toBeInstanceOf(Unavailable);
    expect(error.message).toContain(`at ${origin}/start: 404, text/html; charset=utf-8 without title or heading`);
  });
});

describe('A visitor whose form is not accepted', () => {
  test('names the page that followed its sign-in', async () => {
    const { origin, error } = await approve({
      'GET /start': { html: SIGN_IN },
      'POST /sign-in': { status: 422, html: '<title>Sign in</title><h1>Wrong password</h1>' },
    });
    expect(error.message).toBe(
      `owner@conf.example cannot sign in at ${origin}/sign-in: 422, title "Sign in", heading "Wrong password"`,
    );
  });

  test('names the page that followed its decision', async () => {
    const { origin, error } = await approve({
      'GET /start': { html: '<form method="post" action="/decide"><button name="decision" value="approve"></form>' },
      'POST /decide': { status: 403, html: '<title>Expired</title>' },
    });
    expect(error.message).toBe(`the decision is not redirected by ${origin}/decide: 403, title "Expired"`);
  });
});
