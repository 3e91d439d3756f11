import { readFile } from 'node:fs/promises';

/** Apps and sandbox merchants of the demo; the reference page signs in with them. */
export interface DemoAccess {
  readonly apps: readonly { readonly clientId: string; readonly clientSecret: string }[];
  readonly merchants: readonly { readonly companyId: number; readonly name: string }[];
}

interface DemoFile {
  readonly apps?: readonly { readonly clientId: string; readonly clientSecret: string }[];
  readonly merchants?: readonly { readonly companyId: number; readonly name: string; readonly demo: boolean }[];
}

/** Reads the sandbox part of the data folder's demo.json; undefined without a demo. */
export async function readDemoAccess(dataDir: string): Promise<DemoAccess | undefined> {
  const text = await readFile(`${dataDir}/demo.json`, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const { apps = [], merchants = [] }: DemoFile = JSON.parse(text);
  return {
    apps: apps.map(({ clientId, clientSecret }) => ({ clientId, clientSecret })),
    merchants: merchants.flatMap(({ companyId, name, demo }) => (demo ? [{ companyId, name }] : [])),
  };
}
