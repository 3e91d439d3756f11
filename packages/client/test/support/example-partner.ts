import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { INHERITED } from '../../../server/test/support/inherited.ts';
import type { Service } from './service.ts';

export const EXAMPLE = join(import.meta.dirname, '../../examples/partner');

/** The example partner in another process, with the demo's FULL app. */
export class ExamplePartner {
  readonly origin: string;
  readonly #service: Service;
  readonly #folder: string;
  #child: ChildProcess | undefined;

  private constructor(service: Service, origin: string, folder: string) {
    this.#service = service;
    this.origin = origin;
    this.#folder = folder;
  }

  static async start(service: Service): Promise<ExamplePartner> {
    const folder = await mkdtemp(join(tmpdir(), 'tillgate-partner-'));
    const { full, apiUrl, webUrl } = service;
    const partner = new ExamplePartner(service, `http://localhost:${await freePort()}`, folder);
    const redirectUri = `${partner.origin}/callback`;
    const replace = 'update control.redirect_uris set uri = $1 where uri = $2';
    await service.databases.control.query(replace, [redirectUri, full.redirectUris[0]]);
    const demo = { apiUrl, webUrl, apps: [{ ...full, redirectUris: [redirectUri] }] };
    await writeFile(join(folder, 'demo.json'), JSON.stringify(demo));
    await partner.run();
    return partner;
  }

  get merchantPath(): string {
    return `${this.origin}/merchants/${this.#service.merchant.companyId}`;
  }

  /** Starts the example like `pnpm example`. */
  async run(): Promise<void> {
    const args = ['--conditions=@tillgate/source', '--disable-warning=ExperimentalWarning', join(EXAMPLE, 'main.ts')];
    const env = { ...INHERITED, PARTNER_DATA: this.#folder };
    this.#child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(createInterface(this.#child.stdout as NodeJS.ReadableStream), 'line');
    if (line !== `Open ${this.origin}`) throw new Error(`The example partner says ${line}.`);
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    child?.kill(signal);
    if (child) await once(child, 'exit');
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Decides on the consent screen and returns the page that the browser is redirected to. */
  async connect(decision: 'approve' | 'refuse' = 'approve', keepsCookie = true): Promise<Response> {
    const sent = await fetch(`${this.origin}/connect`, { redirect: 'manual' });
    const cookie = sent.headers.get('set-cookie')?.split(';')[0] ?? '';
    const { companyId } = this.#service.merchant;
    const back = await this.#service.consent(sent.headers.get('location') ?? '', companyId, decision);
    return fetch(back, keepsCookie ? { headers: { cookie } } : {});
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

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
