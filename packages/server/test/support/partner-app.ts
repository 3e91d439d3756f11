import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';
import { INHERITED } from './inherited.ts';
import type { Partner, Service } from './service.ts';

export const EXAMPLE = fileURLToPath(new URL('../../../client/examples/partner', import.meta.url));

interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The example partner of @tillgate/client in a separate process, as an app of a service. */
export class PartnerApp<App extends Credentials = Partner> {
  readonly origin: string;
  readonly app: App;
  readonly #folder: string;
  #child: ChildProcess | undefined;

  private constructor(origin: string, app: App, folder: string) {
    this.origin = origin;
    this.app = app;
    this.#folder = folder;
  }

  static async start<App extends Credentials>(
    { apiUrl, webUrl, databases }: Pick<Service, 'apiUrl' | 'webUrl' | 'databases'>,
    app: App,
  ): Promise<PartnerApp<App>> {
    const folder = await mkdtemp(join(tmpdir(), 'tillgate-partner-'));
    const partner = new PartnerApp(`http://localhost:${await freePort()}`, app, folder);
    const redirectUris = [`${partner.origin}/callback`];
    await databases.control.query(
      `insert into control.redirect_uris (app_id, uri, created_at)
       select app_id, $2, now() from control.client_credentials where client_id = $1`,
      [app.clientId, redirectUris[0]],
    );
    await writeFile(join(folder, 'demo.json'), JSON.stringify({ apiUrl, webUrl, apps: [{ ...app, redirectUris }] }));
    await partner.run();
    return partner;
  }

  /** Starts the example like `pnpm example`. */
  async run(): Promise<void> {
    const args = ['--conditions=@tillgate/source', '--disable-warning=ExperimentalWarning', join(EXAMPLE, 'main.ts')];
    const env = { ...INHERITED, PARTNER_DATA: this.#folder };
    this.#child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(createInterface(this.#child.stdout as NodeJS.ReadableStream), 'line');
    if (line !== `Open ${this.origin}`) throw new Error(`The example partner says ${line}.`);
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    child?.kill(signal);
    if (child) await once(child, 'exit');
  }

  /** Ends the process and removes its data. */
  async stop(): Promise<void> {
    await this.kill('SIGTERM');
    await rm(this.#folder, { recursive: true, force: true });
  }
}

export const startPartnerApp = async (service: Service): Promise<PartnerApp<Partner>> =>
  PartnerApp.start(service, await service.newPartner());
