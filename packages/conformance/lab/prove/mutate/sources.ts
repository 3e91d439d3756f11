import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Folder of the server's sources. */
export const SERVER = new URL('./', import.meta.resolve('@tillgate/server/app.ts'));

/** Folders of the server that decide what the API answers. */
const FOLDERS = ['auth', 'contract', 'credentials', 'directory', 'http', 'limits', 'oauth', 'resources', 'storage'];

/** Parts of them that are about operating a deployment, connecting to databases, or pages. */
const LEFT_OUT = [
  '**/generated/**',
  '**/*commands.ts',
  '**/*operations.ts',
  'contract/{guides,request-names}.ts',
  'directory/{command-line,people}/**',
  'directory/{audit-events,operation,page}.ts',
  'directory/{rehearsals,traffic}/**',
  'directory/apps/app-checks.ts',
  'directory/service/audit-log.ts',
  'directory/merchants/{erase-*,export-merchant,merchant-activity,merchant-moves,move-*,sandbox*}.ts',
  'http/documentation/**',
  'http/{load,log-request,record-request,rehearse}.ts',
  'storage/{backup,move,request-log}/**',
  'storage/{access,database,failures,pool,shared-connection}.ts',
  'storage/{availability,cached-folders,collation,data-folder,disk-space,embedded,inspect,instances}.ts',
  'storage/{known-migrations,memory-image,migrate,pending-migrations,schema-files,sweep,watch}.ts',
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
  const isResource = folder === 'resources' && rest.length > 1;
  return isResource ? `${folder}/${rest[0]}` : folder;
}
