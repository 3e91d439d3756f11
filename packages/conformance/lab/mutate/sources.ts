import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Mutant } from './mutant.ts';

/** Folder of the server's sources. */
export const SERVER = new URL('./', import.meta.resolve('@tillgate/server/app.ts'));

/** The specification that the client's double serves, a copy of the suite's. */
export const SPECIFICATION = new URL('../../../client/src/generated/specification/', import.meta.url);

/** Groups of mutants that are drawn in turns, or alone with `--of`. */
export const GROUPS = ['api', 'pages', 'webhooks', 'blocks', 'wire'] as const;
export type Group = (typeof GROUPS)[number];

/** Sources by group. Later groups leave out what an earlier one has. */
const SOURCES: Readonly<Partial<Record<Group, readonly string[]>>> = {
  /** Decides what the API and the token endpoints answer. */
  api: ['{changes,contract,control,database,lists,oauth,pipeline,records,webhooks}/**/*.ts'],
  /** What a partner's app or a merchant meets on the web host, and the operations that these pages call. */
  pages: [
    'pages/{consent,kit,shared}/**/*.ts',
    'pages/merchant/{access-requests,audience,connections}.ts',
    'pages/{secure-pages,web-app}.ts',
    'operations/{access,apps,credentials,requests,sandbox}.ts',
  ],
  /** Sends webhooks. */
  webhooks: ['webhooks/{deliverer,delivery,lanes,sender,signature}.ts', 'operations/webhooks.ts'],
};

/** Parts of the API's folders about operating a deployment, connecting to databases, or pages. */
const LEFT_OUT = [
  '**/generated/**',
  'contract/guides.ts',
  'control/{admin-tokens,audit-log,errors,invitations,mailed-links,members,organizations,page,passwords}.ts',
  'control/{logo-encoder,merchant-erasure,merchant-moves,rehearsals,second-factors,text,usage,users}.ts',
  'pipeline/{load,log-request,rehearse}.ts',
  'database/move/**',
  'database/{access,availability,backup,cached-folders,circuit-breaker,data-folder,database,embedded,failures}.ts',
  'database/{inspect,known-migrations,lineage,merchant-tables,migrate,pool,restore,schema-files}.ts',
  'webhooks/{deliverer,delivery,lanes,page,sender,signature}.ts',
];

const sourcesIn = (globs: readonly string[], exclude: readonly string[] = []): string[] =>
  globSync([...globs], { cwd: fileURLToPath(SERVER), exclude }).sort();

const API = sourcesIn(SOURCES.api ?? [], LEFT_OUT);
const DELIVERY = sourcesIn(SOURCES.webhooks ?? []);

/** Sources to mutate, as paths below `SERVER`. */
export const mutatedSources = (): string[] => [...API, ...sourcesIn(SOURCES.pages ?? []), ...DELIVERY];

/** Group in which a mutant is drawn. Statements are drawn with the API, whoever sends them. */
export function groupOf({ kind, operator, place }: Mutant): Group {
  if (kind === 'wire') return 'wire';
  if (kind !== 'code') return 'api';
  if (operator === 'BlockStatement') return 'blocks';
  const source = place.replace(/:\d+$/, '');
  if (API.includes(source)) return 'api';
  return DELIVERY.includes(source) ? 'webhooks' : 'pages';
}

/** Part of the service that a source belongs to: a resource, or a folder. */
export function subjectOf(source: string): string {
  const [folder = '', ...rest] = source.split('/');
  const isDivided = folder === 'records' || folder === 'pages';
  return isDivided && rest.length > 1 ? `${folder}/${rest[0]}` : folder;
}

const ACCESS_TABLES = [
  'access_requests|api_keys|app_\\w+|apps|authorization_\\w+|client_\\w+|developers|memberships|merchants|organizations',
  'redirect_uris|sessions|signing_keys|token_families|users|api-keys|codes|credentials|directory|families',
].join('|');

/** Subjects that decide who may call the API. */
const ACCESS = new RegExp(`^(?:oauth|control|SQL (?:${ACCESS_TABLES}))$`);

/** Area of the service for which a share is told. */
export function areaOf({ kind, subject }: Pick<Mutant, 'kind' | 'subject'>): string {
  if (kind === 'wire') return 'responses';
  if (/^(?:SQL )?webhook/.test(subject)) return 'webhooks';
  if (/^(?:pages|operations)\b/.test(subject)) return 'pages';
  return ACCESS.test(subject) ? 'access' : 'API';
}
