import { PartnerApp } from '@tillgate/server/test-support/partner-app.ts';
import type { Service } from './service.ts';

/** The example partner with the service's FULL app, as its merchant uses it. */
export class ExamplePartner {
  readonly origin: string;
  readonly merchantPath: string;
  readonly process: PartnerApp;
  readonly #service: Service;

  private constructor(service: Service, process: PartnerApp) {
    this.origin = process.origin;
    this.merchantPath = `${process.origin}/merchants/${service.merchant.companyId}`;
    this.process = process;
    this.#service = service;
  }

  static async start(service: Service): Promise<ExamplePartner> {
    return new ExamplePartner(service, await PartnerApp.start(service, service.full));
  }

  /** Decides on the consent screen and returns the page that the browser is redirected to. */
  async connect(decision: 'approve' | 'refuse' = 'approve', keepsCookie = true): Promise<Response> {
    const sent = await fetch(`${this.origin}/connect`, { redirect: 'manual' });
    const cookie = sent.headers.get('set-cookie')?.split(';')[0] ?? '';
    const { companyId } = this.#service.merchant;
    const back = await this.#service.consent(sent.headers.get('location') ?? '', companyId, decision);
    const own = keepsCookie ? [cookie] : [];
    return fetch(back, { headers: { cookie: [this.#service.cookies(), ...own].join('; ') } });
  }

  async page(url = this.merchantPath): Promise<string> {
    return (await fetch(url)).text();
  }

  submit(path: string, from = this.origin): Promise<Response> {
    return fetch(this.origin + path, { method: 'POST', headers: { Origin: from } });
  }
}

/** Where the form leads whose action matches. */
export const formOf = (html: string, action: RegExp): string => action.exec(html)?.[0].replaceAll('&amp;', '&') ?? '';
