type Fields = Readonly<Record<string, string>>;

/** A browser without scripts: stores cookies, follows redirects within the web host, and submits forms. */
export class Browser {
  readonly #webUrl: string;
  readonly #cookies = new Map<string, string>();

  constructor(webUrl: string) {
    this.#webUrl = webUrl;
  }

  async open(path: string): Promise<string> {
    const response = await this.#send(path.replace(this.#webUrl, ''));
    const next = response.headers.get('location');
    return next ? this.open(next) : response.text();
  }

  /** Submits the form of `action`. Returns the redirect's location. */
  async submit(html: string, action: string, fields: Fields = {}): Promise<string> {
    const response = await this.#post(html, action, fields);
    const next = response.headers.get('location');
    if (!next) throw new Error(`${action} answered ${response.status}:\n${await response.text()}`);
    return next;
  }

  /** Submits the form of `action` on the page at `path`. Returns the page that follows. */
  async send(path: string, action: string, fields: Fields = {}): Promise<string> {
    const response = await this.#post(await this.open(path), action, fields);
    const next = response.headers.get('location');
    const html = await (next ? this.open(next) : response.text());
    if (response.status >= 400) throw new Error(`${action} answered ${response.status}:\n${html}`);
    return html;
  }

  #post(html: string, action: string, fields: Fields): Promise<Response> {
    const form = [...html.matchAll(/<form[^>]* action="([^"]*)".*?<\/form>/gs)].find(([, to]) =>
      to?.startsWith(action),
    );
    if (!form) throw new Error(`No form that leads to ${action}:\n${html}`);
    const hidden = [...form[0].matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
    const values = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, plain(value)]));
    return this.#send(plain(form[1] as string), {
      method: 'POST',
      body: new URLSearchParams({ ...values, ...fields }),
    });
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

export const plain = (text: string): string =>
  text.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"');
