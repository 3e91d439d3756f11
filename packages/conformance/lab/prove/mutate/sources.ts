import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Folder of the server's sources. */
export const SERVER = new URL('./', import.meta.resolve('@tillgate/server/app.ts'));

/** Folders of the server that decide what the API answers. */
const FOLDERS = [
  ...['changes', 'contract', 'control', 'database', 'lists', 'oauth', 'pipeline', 'process/limits', 'records'],
  'webhooks/{cells,endpoints}',
];

/** Parts of them that are about operating a deployment, connecting to databases, or pages. */
const LEFT_OUT = [
  '**/generated/**',
  'contract/{guides,request-names}.ts',
  'control/people/**',
  'control/{audit-events,page,errors,text}.ts',
  'control/{rehearsals,traffic}/**',
  'control/apps/app-checks.ts',
  'control/service/audit-log.ts',
  'control/merchants/{erase-*,merchant-activity,merchant-moves}.ts',
  'pipeline/{load,log-request,record-request,rehearse}.ts',
  'database/{backup,move}/**',
  'database/{access,database,failures,pool,shared-connection}.ts',
  'database/{availability,cached-folders,collation,data-folder,disk-space,embedded,inspect,instances}.ts',
  'database/{known-migrations,memory-image,migrate,pending-migrations,schema-files,watch}.ts',
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
