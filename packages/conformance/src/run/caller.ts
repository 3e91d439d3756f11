import type { Request } from '../http/request.ts';
import type { Answer } from '../http/send.ts';
import { budgetOf, type ClientApp, type Merchant } from '../target/target.ts';
import { type Expectations, Stopped } from './expectations.ts';
import { type Page, pageOf, type Rec } from './record.ts';
import type { Session } from './session.ts';
import { tokenFor } from './tokens.ts';

/** Maximum number of pages, with a hundred records each. */
const MOST_PAGES = 200;

/** An app acting for one merchant. */
export class Caller {
  readonly app: ClientApp;
  readonly merchant: Merchant;
  readonly #t: Expectations & { readonly session: Session };

  constructor(t: Expectations & { readonly session: Session }, app: ClientApp, merchant: Merchant) {
    this.#t = t;
    this.app = app;
    this.merchant = merchant;
  }

  token(): Promise<string> {
    return tokenFor(this.#t.session, this.app, this.merchant);
  }

  async send(method: string, path: string, request: Request = {}): Promise<Answer> {
    const headers = { Authorization: `Bearer ${await this.token()}`, ...request.headers };
    return this.#t.session.send(method, path, { ...request, headers, budget: budgetOf(this.app) });
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('GET', path, { headers });
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('POST', path, { body, headers });
  }

  patch(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('PATCH', path, { body, headers });
  }

  /** Creates a record; ends the case if that fails. */
  async create(path: string, body: unknown): Promise<Rec> {
    return this.#t.requireRecord(await this.post(path, body), 201);
  }

  async read(path: string): Promise<Rec> {
    return this.#t.requireRecord(await this.get(path));
  }

  async page(path: string): Promise<Page> {
    return pageOf(this.#t.requireStatus(await this.get(path), 200));
  }

  /** Every record of a list, by cursor. */
  async all(path: string): Promise<Rec[]> {
    const records: Rec[] = [];
    const link = path.includes('?') ? '&' : '?';
    let page = await this.page(`${path}${link}limit=100`);
    const { total, totalIsExact } = page.pagination;
    records.push(...page.data);
    for (let n = 1; page.pagination.nextCursor !== null; n += 1) {
      if (!this.#t.about('lists.pages').check(n < MOST_PAGES, `${path} does not end`)) throw new Stopped();
      page = await this.page(`${path}${link}limit=100&cursor=${page.pagination.nextCursor}`);
      records.push(...page.data);
    }
    const message = `${path} has ${records.length} records, but a total of ${total}`;
    const isExact = totalIsExact !== false;
    this.#t.about('lists.total').check(!isExact || records.length === total, message);
    // More records than the total may include another merchant's.
    this.#t.about('tenancy.lists').check(!isExact || records.length <= total, message);
    return records;
  }
}
