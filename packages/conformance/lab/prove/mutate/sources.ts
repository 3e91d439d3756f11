import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Folder of the server's sources. */
export const SERVER = new URL('./', import.meta.resolve('@tillgate/server/app.ts'));

/** Folders of the server that decide what the API answers. */
const FOLDERS = ['changes', 'contract', 'control', 'database', 'lists', 'oauth', 'pipeline', 'records', 'webhooks'];

/** Parts of them that are about operating a deployment, connecting to databases, sending webhooks, or pages. */
const LEFT_OUT = [
  '**/generated/**',
  'contract/guides.ts',
  'control/{admin-tokens,audit-log,errors,forged-callback,invitations,logins,mailed-links,members,organizations,page}.ts',
  'control/{password-links,passwords,rehearsals,second-factors,text,traffic-check,usage,users}.ts',
  'control/{logo-encoder,merchant-data,merchant-erasure,merchant-moves}.ts',
  'control/{scenarios,till,traffic}/**',
  'pipeline/{load,log-request,record-request,rehearse}.ts',
  'database/move/**',
  'database/{access,availability,backup,cached-folders,circuit-breaker,data-folder,database,embedded,failures}.ts',
  'database/{inspect,known-migrations,lineage,merchant-tables,migrate,pool,restore,schema-files}.ts',
  'webhooks/{deliverer,delivery,lanes,page,sender,signature}.ts',
];

/** Sources to mutate, as paths below `SERVER`. */
export const mutatedSources = (): string[] =>
  globSync(
    FOLDERS.map((folder) => `${folder}/**/*.ts`),
    { cwd: fileURLToPath(SERVER), exclude: LEFT_OUT },
  ).sort();

/** Part of the service that a source belongs to: a resource, or a folder. */
export function subjectOf(source: string): string {
  const [folder = '', ...rest] = source.split('/');
  const isResource = folder === 'records' && rest.length > 1;
  return isResource ? `${folder}/${rest[0]}` : folder;
}
