import { readFile } from 'node:fs/promises';
import type { Databases } from '../../database/database.ts';
import type { Demo } from './seed.ts';

/** Apps and sandbox merchants of the demo; the reference page signs in with them. */
export interface DemoAccess {
  readonly apps: readonly { readonly clientId: string; readonly clientSecret: string }[];
  readonly merchants: readonly { readonly companyId: number; readonly name: string }[];
}

/** Reads the sandbox part of the data folder's demo.json; undefined without a demo. */
export async function readDemoAccess(dataDir: string): Promise<DemoAccess | undefined> {
  const text = await readFile(`${dataDir}/demo.json`, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const { apps = [], merchants = [] }: Partial<Pick<Demo, 'apps' | 'merchants'>> = JSON.parse(text);
  return {
    apps: apps.map(({ clientId, clientSecret }) => ({ clientId, clientSecret })),
    merchants: merchants.flatMap(({ companyId, name, demo }) => (demo ? [{ companyId, name }] : [])),
  };
}

/** True if the control plane has no organization, so that the demo can be added. */
export async function isEmpty({ control }: Databases): Promise<boolean> {
  const { rows } = await control.query('select from control.organizations limit 1');
  return rows.length === 0;
}
