import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { APP_REDIRECT_URIS } from '../../src/directory/apps/redirect-uri.ts';
import { freePort } from './free-port.ts';
import { INHERITED } from './inherited.ts';
import type { Partner, Service } from './service.ts';

const EXAMPLE = fileURLToPath(new URL('../../../client/examples/partner/main.ts', import.meta.url));

/** The example partner of @tillgate/client in a separate process. */
export interface PartnerApp {
  readonly origin: string;
  readonly app: Partner;
  stop(): Promise<void>;
}

export async function startPartnerApp(service: Service): Promise<PartnerApp> {
  const origin = `http://localhost:${await freePort()}`;
  const app = await service.newPartner();
  const redirectUris = [`${origin}/callback`];
  await service.control((tx) => APP_REDIRECT_URIS.add(tx, app.appId, `${origin}/callback`));
  const folder = await mkdtemp(join(tmpdir(), 'tillgate-partner-'));
  const { apiUrl, webUrl } = service;
  await writeFile(join(folder, 'demo.json'), JSON.stringify({ apiUrl, webUrl, apps: [{ ...app, redirectUris }] }));
  const args = ['--conditions=@tillgate/source', '--disable-warning=ExperimentalWarning', EXAMPLE];
  const env = { ...INHERITED, PARTNER_DATA: folder };
  const child: ChildProcess = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  if (child.stdout) await Promise.race([once(child.stdout, 'data'), exit]);
  return {
    origin,
    app,
    async stop() {
      child.kill();
      await exit;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
