import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { INHERITED } from '../../../server/test/support/inherited.ts';
import type { Service } from './service.ts';

export const PACKAGE = join(import.meta.dirname, '../..');
const GUIDES = join(PACKAGE, '../../docs/guides');

/** TypeScript of a text in Markdown by file name, which its first line states. */
export function snippetsIn(text: string): Map<string, string> {
  const blocks = text.matchAll(/```ts\n(\/\/ (\S+\.ts)\n[\s\S]*?)```/g);
  const snippets = new Map([...blocks].map(([, block = '', name = '']) => [name, block]));
  if (text.match(/```ts/g)?.length !== snippets.size) throw new Error('Some code lacks a name of its own.');
  return snippets;
}

/** Code of all guides, without the example app's. */
export async function readGuides(): Promise<Map<string, string>> {
  const files = (await readdir(GUIDES)).filter((name) => name.endsWith('.md') && name !== 'example-app.md');
  const texts = await Promise.all(files.map((name) => readFile(join(GUIDES, name), 'utf8')));
  return snippetsIn(texts.join('\n'));
}

/** A new folder with these files, in which `@tillgate/client` is this package. */
export async function newProject(files: ReadonlyMap<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tillgate-guides-'));
  await mkdir(join(folder, 'node_modules/@tillgate'), { recursive: true });
  await symlink(PACKAGE, join(folder, 'node_modules/@tillgate/client'));
  for (const name of ['@types', 'standardwebhooks'])
    await symlink(join(PACKAGE, 'node_modules', name), join(folder, 'node_modules', name));
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  for (const [name, text] of files) await writeFile(join(folder, name), text);
  return folder;
}

/** Node's arguments that run a file of a project with the client's sources. */
export const sourceArgs = (file: string): string[] => ['--conditions=@tillgate/source', file];

/** Environment of a partner's program, by the guides' names and the README's: the FULL app, for its first merchant. */
export const partnerEnv = ({ apiUrl, webUrl, full, adsr, merchant }: Service) => ({
  ...INHERITED,
  ...{ API_URL: apiUrl, TILLGATE_URL: apiUrl },
  ...{ AUTH_URL: webUrl, TILLGATE_AUTH_URL: webUrl },
  CLIENT_ID: full.clientId,
  CLIENT_SECRET: full.clientSecret,
  MERCHANT_ID: String(merchant.companyId),
  API_KEY: adsr.apiKey ?? '',
});

/** Runs a file of a project, and returns what it prints. */
export async function printedBy(file: string, env: NodeJS.ProcessEnv): Promise<string> {
  return (await promisify(execFile)(process.execPath, sourceArgs(file), { env })).stdout;
}

/** The owner's browser: consents to the request that `?url=` has. Responds with where it returns to, and with its cookies. */
export async function serveOwner(service: Service): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://owner').searchParams.get('url') ?? '';
    const { href } = await service.consent(url);
    response.setHeader('X-Cookies', service.cookies()).end(href);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
