import { type Answer, send } from '../http/send.ts';
import type { Login } from '../target/target.ts';
import { type Session, Unavailable } from './session.ts';

type Fields = Readonly<Record<string, string | number>>;

const MOST_REDIRECTS = 5;

/** A browser without scripts, of one person: keeps cookies, sends Origin with forms, goes where it is led on the host. */
export class Visitor {
  readonly #cookies = new Map<string, string>();
  readonly #origin: string;
  #login: Login | undefined;

  constructor({ target }: Session) {
    if (!target.authUrl) throw new Unavailable('no --auth-url');
    this.#origin = new URL(target.authUrl).origin;
  }

  /** One request; a redirect is not followed. */
  async send(method: string, url: string, headers: Record<string, string> = {}, body?: string): Promise<Answer> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const all = { ...(cookie && { Cookie: cookie }), ...headers };
    const answer = await send({ method, url: new URL(url, this.#origin).href, headers: all, body });
    for (const line of answer.cookies) this.#keep(line);
    return answer;
  }

  /** Opens a page, and follows where it leads within the host. */
  async open(url: string): Promise<Answer> {
    return this.#follow(await this.send('GET', url));
  }

  post(url: string, fields: Fields, headers: Record<string, string> = {}): Promise<Answer> {
    const body = new URLSearchParams(
      Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString();
    const form = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: this.#origin, ...headers };
    return this.send('POST', url, form, body);
  }

  /** Sends the first form of a page that has a field, with what it holds hidden and what the person enters. */
  submit(page: Answer, field: string, fields: Fields): Promise<Answer> {
    const form = formWith(page.text, field);
    return this.post(new URL(form.action || page.sent.url, page.sent.url).href, { ...form.hidden, ...fields });
  }

  async signIn(login: Login): Promise<void> {
    this.#login = login;
    const { email, password } = login;
    const page = await this.open('/sign-in');
    if (page.status !== 200) throw new Unavailable(`no sign-in page at the web host: ${page.status}`);
    const answer = await this.submit(page, 'password', { email, password });
    if (answer.status !== 303 && answer.status !== 302)
      throw new Unavailable(`${email} cannot sign in: ${answer.status}`);
  }

  /** Lets the app in; gives where the browser is led. */
  approve(authorizeUrl: string, companyId: number): Promise<URL> {
    return this.#decide(authorizeUrl, { decision: 'approve', company: companyId });
  }

  refuse(authorizeUrl: string): Promise<URL> {
    return this.#decide(authorizeUrl, { decision: 'refuse' });
  }

  async #decide(authorizeUrl: string, fields: Fields): Promise<URL> {
    const page = await this.#openSignedIn(authorizeUrl);
    const answer = await this.submit(page, 'decision', fields);
    const { location } = answer.headers;
    if (answer.status < 300 || answer.status > 399 || !location)
      throw new Unavailable(`not led back: ${answer.status}`);
    return new URL(location);
  }

  /** A session that has ended meanwhile is begun anew. */
  async #openSignedIn(url: string): Promise<Answer> {
    const page = await this.open(url);
    if (!this.#login || !page.text.includes('name="password"')) return page;
    await this.signIn(this.#login);
    return this.open(url);
  }

  async #follow(first: Answer): Promise<Answer> {
    let answer = first;
    for (let hops = 0; hops < MOST_REDIRECTS; hops += 1) {
      const { location } = answer.headers;
      if (answer.status < 300 || answer.status > 399 || !location) return answer;
      const next = new URL(location, answer.sent.url);
      if (next.origin !== this.#origin) return answer;
      answer = await this.send('GET', next.href);
    }
    return answer;
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/Max-Age=0\b|01 Jan 1970/i.test(line)) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}

/** The form of a page that has a field of this name. */
function formWith(html: string, field: string): { action: string; hidden: Record<string, string> } {
  for (const [form, attributes = ''] of html.matchAll(/<form([^>]*)>.*?<\/form>/gs)) {
    if (!form.includes(`name="${field}"`)) continue;
    const inputs = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
    const action = /action="([^"]*)"/.exec(attributes)?.[1] ?? '';
    return {
      action: unescaped(action),
      hidden: Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, unescaped(value)])),
    };
  }
  throw new Unavailable(`the page has no form with ${field}`);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

const unescaped = (text: string): string => text.replaceAll(/&(#?\w+);/g, (all, name) => ENTITIES[name] ?? all);
