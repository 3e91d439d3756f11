/** Browser of a merchant's owner, without scripts: stores cookies and submits forms. */
export class OwnersBrowser {
  readonly #webUrl: string;
  readonly #login: { readonly email: string; readonly password: string };
  readonly #cookies = new Map<string, string>();

  constructor(webUrl: string, login: { readonly email: string; readonly password: string }) {
    this.#webUrl = webUrl;
    this.#login = login;
  }

  /** Signs in if necessary and decides. Returns the location after the decision. */
  async decide(authorizationUrl: string, decision: 'approve' | 'refuse'): Promise<URL> {
    const asked = authorizationUrl.replace(this.#webUrl, '');
    let html = await this.#open(asked);
    if (html.includes('action="/sign-in')) html = await this.#open(await this.#submit(html, '/sign-in', this.#login));
    return new URL(await this.#submit(html, '/oauth/consent/', { decision }));
  }

  async #open(path: string): Promise<string> {
    const response = await this.#send(path);
    const next = response.headers.get('location');
    return next ? this.#open(next) : response.text();
  }

  /** Submits the form of `action`. Returns the redirect's location. */
  async #submit(html: string, action: string, fields: Readonly<Record<string, string>>): Promise<string> {
    const form = [...html.matchAll(/<form[^>]* action="([^"]*)".*?<\/form>/gs)].find(([, to]) =>
      to?.startsWith(action),
    );
    if (!form) throw new Error(`No form that leads to ${action}:\n${html}`);
    const hidden = [...form[0].matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
    const values = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, plain(value)]));
    const body = new URLSearchParams({ ...values, ...fields });
    const response = await this.#send(plain(form[1] as string), { method: 'POST', body });
    const next = response.headers.get('location');
    if (!next) throw new Error(`${action} answered ${response.status}:\n${await response.text()}`);
    return next;
  }

  async #send(path: string, init: RequestInit = {}): Promise<Response> {
    const Cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { Cookie, Origin: this.#webUrl };
    const response = await fetch(new URL(path, this.#webUrl), { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    return response;
  }
}

const plain = (text: string): string =>
  text.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"');
