import type { Answer } from '../http/send.ts';
import { Caller } from '../run/caller.ts';
import type { CaseContext } from '../run/case-context.ts';
import type { Rec } from '../run/record.ts';
import type { Merchant } from '../specification/state.ts';
import type { Sender } from './credentials.ts';
import { type Sending, type World, worldOf } from './world.ts';

type Headers = Readonly<Record<string, string>>;

/** Requests of a sequence, each compared with the specification. */
export class Script {
  readonly world: World;
  readonly #t: CaseContext;
  readonly #caller: Sender;

  private constructor(t: CaseContext, caller: Sender) {
    this.#t = t;
    this.#caller = caller;
    this.world = worldOf(t.session);
  }

  static async open(t: CaseContext, caller: Sender = t.as()): Promise<Script> {
    const script = new Script(t, caller);
    if (caller instanceof Caller) await script.world.join(t, caller);
    return script;
  }

  /** The same sequence as another app, for another merchant or with other credentials. */
  as(caller: Sender): Promise<Script> {
    return Script.open(this.#t, caller);
  }

  get merchant(): Merchant {
    return this.world.merchant(this.#caller.merchant.companyId);
  }

  name(what?: string): string {
    return this.#t.name(what);
  }

  send(method: string, url: string, body?: unknown, headers: Headers = {}): Promise<Answer> {
    return this.world.send(this.#t, this.#caller, { method, url, body, headers });
  }

  /** Sends requests that change nothing, in any order. */
  async sendQuiet(sendings: readonly Sending[]): Promise<void> {
    await this.world.sendQuiet(this.#t, this.#caller, sendings);
  }

  async get(url: string, headers: Headers = {}): Promise<Rec> {
    return (await this.send('GET', url, undefined, headers)).body as Rec;
  }

  async post(url: string, body: unknown, headers: Headers = {}): Promise<Rec> {
    return (await this.send('POST', url, body, headers)).body as Rec;
  }

  async patch(url: string, body: unknown, headers: Headers = {}): Promise<Rec> {
    return (await this.send('PATCH', url, body, headers)).body as Rec;
  }
}
