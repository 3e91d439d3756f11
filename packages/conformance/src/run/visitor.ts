import { type Answer, send } from '../http/send.ts';
import type { Login } from '../target/target.ts';
import { credentialFields, describePage, type Form, formWith, hiddenOf, signInForm } from './forms.ts';
import type { Session } from './session.ts';
import { Unavailable, Unmet } from './unavailable.ts';

type Fields = Readonly<Record<string, string | number | readonly string[]>>;
/** Headers. An undefined one is left out, even one that browsers send. */
type Headers = Readonly<Record<string, string | undefined>>;

/** A paced request that is rejected with 429 waits and is sent again. */
type Pace = 'paced' | 'unpaced';

const MOST_REDIRECTS = 5;

/**
 * A person's browser without scripts: stores cookies, sends Origin with forms, follows redirects on
 * the host, and signs in when asked. It assumes that the consent form's `decision` is approve or
 * refuse and that `company` is the company's field.
 */
export class Visitor {
  readonly #cookies = new Map<string, string>();
  /** How often each form has been submitted. */
  readonly #submissions = new WeakMap<Form, number>();
  readonly #session: Session;
  readonly #login: Login | undefined;
  readonly origin: string;

  constructor(session: Session, login?: Login) {
    const { authUrl } = session.target;
    if (!authUrl) throw new Unavailable('no --auth-url');
    this.#session = session;
    this.#login = login;
    this.origin = new URL(authUrl).origin;
  }

  get cookies(): ReadonlyMap<string, string> {
    return this.#cookies;
  }

  /** Sets a cookie, as an attacker might. */
  plant(name: string, value: string): void {
    this.#cookies.set(name, value);
  }

  /** Sends one request within the host's limits, without following a redirect. */
  async send(method: string, url: string, headers: Headers = {}, body?: string, pace: Pace = 'paced'): Promise<Answer> {
    const answer = await this.#send(method, url, headers, body);
    const seconds = Number(answer.headers['retry-after']);
    if (answer.status !== 429 || pace === 'unpaced' || !(seconds > 0)) return answer;
    await this.#session.clock.wait(seconds * 1000);
    return this.#send(method, url, headers, body);
  }

  async #send(method: string, url: string, headers: Headers, body?: string): Promise<Answer> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const all = { ...(cookie && { Cookie: cookie }), ...headers };
    const said = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const answer = await send({ method, url: new URL(url, this.origin).href, headers: Object.fromEntries(said), body });
    for (const line of answer.cookies) this.#keep(line);
    this.#session.checkPage(answer);
    return answer;
  }

  /** Opens a page, follows redirects on the host, and signs in when asked. */
  async open(url: string): Promise<Answer> {
    const page = await this.follow(await this.send('GET', url));
    if (!this.#login || !signInForm(page.text)) return page;
    const answer = await this.signIn(page, this.#login);
    if (!isRedirect(answer)) throw new Unmet(`${this.#login.email} cannot sign in at ${describePage(answer)}`, answer);
    return this.follow(answer);
  }

  /** Submits a page's sign-in form. Returns the response. */
  signIn(page: Answer, { email, password }: Login, headers: Headers = {}, pace?: Pace): Promise<Answer> {
    const form = signInForm(page.text);
    if (!form) throw missingForm(page, 'asks for a password');
    return this.submitForm(page, form, credentialFields(form, email, password), headers, pace);
  }

  post(url: string, fields: Fields, headers: Headers = {}, pace?: Pace): Promise<Answer> {
    const body = new URLSearchParams(
      Object.entries(fields).flatMap(([name, value]) =>
        [value].flat().map((one): [string, string] => [name, String(one)]),
      ),
    ).toString();
    const form = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: this.origin, ...headers };
    return this.send('POST', url, form, body, pace);
  }

  /** Submits the first form of a page with this field: its hidden fields and the given ones. */
  submit(page: Answer, field: string, fields: Fields, headers: Headers = {}): Promise<Answer> {
    const form = formWith(page.text, field);
    if (!form) throw missingForm(page, `has the field ${field}`);
    return this.submitForm(page, form, fields, headers);
  }

  /** Submits a form of a page. A field `again` distinguishes a later submission from a second click on the button. */
  submitForm(page: Answer, form: Form, fields: Fields = {}, headers: Headers = {}, pace?: Pace): Promise<Answer> {
    const earlier = this.#submissions.get(form) ?? 0;
    this.#submissions.set(form, earlier + 1);
    const again = earlier > 0 ? { again: earlier } : {};
    return this.post(actionOf(page, form), { ...hiddenOf(form), ...again, ...fields }, headers, pace);
  }

  /** Approves an app. Returns the redirect. */
  approve(authorizeUrl: string, companyId: number): Promise<URL> {
    return this.#decide(authorizeUrl, { decision: 'approve', company: companyId });
  }

  refuse(authorizeUrl: string): Promise<URL> {
    return this.#decide(authorizeUrl, { decision: 'refuse' });
  }

  async #decide(authorizeUrl: string, fields: Fields): Promise<URL> {
    const page = await this.open(authorizeUrl);
    if (page.status === 404) throw new Unavailable(`no consent screen at ${describePage(page)}`);
    const answer = await this.submit(page, 'decision', fields);
    const { location } = answer.headers;
    if (!isRedirect(answer) || !location)
      throw new Unmet(`the decision is not redirected by ${describePage(answer)}`, answer);
    return new URL(location, answer.sent.url);
  }

  /** Follows redirects within the host. */
  async follow(first: Answer): Promise<Answer> {
    let answer = first;
    for (let hops = 0; hops < MOST_REDIRECTS; hops += 1) {
      const { location } = answer.headers;
      if (!isRedirect(answer) || !location) return answer;
      const next = new URL(location, answer.sent.url);
      if (next.origin !== this.origin) return answer;
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

export const missingForm = (page: Answer, what: string): Unmet =>
  new Unmet(`no form that ${what} at ${describePage(page)}`, page);

export const isRedirect = ({ status }: Answer): boolean => status >= 300 && status < 400;

const actionOf = ({ sent }: Answer, { action }: Form): string => new URL(action || sent.url, sent.url).href;
