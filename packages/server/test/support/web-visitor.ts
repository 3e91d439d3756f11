import { expect } from 'vitest';
import { findUser } from '../../src/control/users.ts';
import { startSession } from '../../src/pages/kit/sessions.ts';
import type { Service } from './service.ts';

export interface Login {
  readonly email: string;
  readonly password: string;
}

/** Response as received by a browser. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** Visible text of the page. */
  readonly text: string;
  /** Location header, unchanged. */
  readonly location: string | null;
  /** Path and query of the request. */
  readonly path: string;
}

/** Cookie of a session on a host without HTTPS. */
export const SESSION_COOKIE = 'tillgate-session';

/** A browser without scripts: stores cookies, sends `Origin` with forms, and follows redirects within the web host. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly #webUrl: string;
  readonly #headers: Record<string, string>;

  constructor({ webUrl }: Pick<Service, 'webUrl'>, headers: Record<string, string> = {}) {
    this.#webUrl = webUrl;
    this.#headers = headers;
  }

  /** A visitor with a new session, opened without the password, whose check is slow on purpose. */
  static async signedIn(service: Service, { email }: Pick<Login, 'email'>, headers = {}): Promise<Visitor> {
    const visitor = new Visitor(service, headers);
    const session = await service.control(async (tx) => {
      const user = await findUser(tx, email);
      if (!user) throw new Error(`No such user: ${email}`);
      return startSession(tx, user, { source: '127.0.0.1', userAgent: undefined });
    });
    visitor.cookies.set(SESSION_COOKIE, session);
    return visitor;
  }

  /** Sends one request without following a redirect. */
  async send(method: string, path: string, init: RequestInit = {}): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = {
      ...this.#headers,
      ...(cookie && { Cookie: cookie }),
      ...(init.headers as Record<string, string>),
    };
    const response = await fetch(new URL(path, this.#webUrl), { ...init, method, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const { status } = response;
    const location = response.headers.get('location');
    const html = await response.text();
    return {
      ...{ status, headers: response.headers, html, location, path },
      get text() {
        return textOf(html);
      },
    };
  }

  /** Opens a page and follows its redirects within the web host. */
  async open(path: string): Promise<Answer> {
    return this.#follow(await this.send('GET', path.replace(this.#webUrl, '')));
  }

  post(path: string, fields: Fields, headers: Record<string, string> = {}): Promise<Answer> {
    const body = new URLSearchParams(Object.entries(fields).flatMap(([name, value]) => pairs(name, value))).toString();
    const form = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: this.#webUrl, ...headers };
    return this.send('POST', path, { body, headers: form });
  }

  /** Submits the form whose action begins with `action`: its hidden fields and the given ones. */
  async submit(page: Answer, action: string, fields: Fields = {}): Promise<Answer> {
    const form = formOf(page.html, action);
    return this.post(form.action, { ...form.hidden, ...fields });
  }

  /** Opens a page and submits its form to `action`, by default to the page itself. */
  async fill(path: string, fields: Fields = {}, action = path): Promise<Answer> {
    return this.submit(await this.open(path), action, fields);
  }

  /** Does the same, and opens the page that it leads to. */
  async complete(path: string, fields: Fields = {}, action = path): Promise<Answer> {
    return this.#follow(await this.fill(path, fields, action));
  }

  async token(): Promise<string> {
    return formOf((await this.open('/sign-out')).html, '/sign-out').hidden.token ?? '';
  }

  /** Signs in at `path`, which may be a pending consent request. */
  async signIn(login: Login, path = '/sign-in'): Promise<Answer> {
    return this.#signInOn(await this.open(path), login);
  }

  async #signInOn(page: Answer, { email, password }: Login): Promise<Answer> {
    const answer = await this.#follow(await this.submit(page, '/sign-in', { email, password }));
    if (answer.path.startsWith('/sign-in')) throw new Error(`Not signed in: ${answer.status} ${answer.html}`);
    return answer;
  }

  /** Approves the app, for a company if there is a choice; returns the redirect. */
  approve(authorizeUrl: string, companyId?: number): Promise<URL> {
    return this.#decide(authorizeUrl, { decision: 'approve', ...(companyId && { company: companyId }) });
  }

  refuse(authorizeUrl: string): Promise<URL> {
    return this.#decide(authorizeUrl, { decision: 'refuse' });
  }

  /** Decides as a person, who signs in first if necessary. */
  decide(authorizeUrl: string, decision: 'approve' | 'refuse', login: Login): Promise<URL> {
    return this.#decide(authorizeUrl, { decision }, login);
  }

  async #decide(authorizeUrl: string, fields: Fields, login?: Login): Promise<URL> {
    let page = await this.open(authorizeUrl);
    if (login && page.html.includes('action="/sign-in')) page = await this.#signInOn(page, login);
    const answer = await this.submit(page, '/oauth/consent/', fields);
    if (answer.status !== 303 || !answer.location) throw new Error(`Not led back: ${answer.status} ${answer.html}`);
    return new URL(answer.location);
  }

  async #follow(answer: Answer): Promise<Answer> {
    const inside = answer.status === 303 && answer.location?.startsWith('/');
    return inside ? this.#follow(await this.send('GET', answer.location as string)) : answer;
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/Max-Age=0\b/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

type Fields = Readonly<Record<string, string | number | readonly (string | number)[]>>;

const pairs = (name: string, value: Fields[string]): [string, string][] =>
  [value].flat().map((each) => [name, String(each)]);

/** Finds the form that is posted to `action`, or else to a path that begins with it. */
export function formOf(html: string, action: string): { action: string; hidden: Record<string, string> } {
  const forms = [...html.matchAll(/<form(?=[^>]* method="post")[^>]* action="([^"]*)"[^>]*>.*?<\/form>/gs)];
  const found = forms.find(([, target]) => target === action) ?? forms.find(([, target]) => target?.startsWith(action));
  if (!found) throw new Error(`No form that leads to ${action}:\n${html}`);
  const [form, target = ''] = found;
  const inputs = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  return {
    action: unescaped(target),
    hidden: Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, unescaped(value)])),
  };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

export const unescaped = (text: string): string => text.replaceAll(/&(#?\w+);/g, (all, name) => ENTITIES[name] ?? all);

/** Visible text of a page. */
export const textOf = (html: string): string =>
  unescaped(html.replaceAll(/<br[^>]*>/g, ' ').replaceAll(/<[^>]*>/g, ''))
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Matches an answer with this status whose visible text contains `text`. */
export const says = (status: number, text: string): { status: number; text: unknown } => ({
  status,
  text: expect.stringContaining(text),
});
