import { Browser } from './browser.ts';

/** Browser of a person who decides on the consent screen. */
export class OwnersBrowser extends Browser {
  readonly #login: { readonly email: string; readonly password: string };

  constructor(webUrl: string, { email, password }: { readonly email: string; readonly password: string }) {
    super(webUrl);
    this.#login = { email, password };
  }

  /** Signs in if necessary and decides. Returns the location after the decision. */
  async decide(authorizationUrl: string, decision: 'approve' | 'refuse'): Promise<URL> {
    let html = await this.open(authorizationUrl);
    if (html.includes('action="/sign-in')) html = await this.open(await this.submit(html, '/sign-in', this.#login));
    return new URL(await this.submit(html, '/oauth/consent/', { decision }));
  }
}
