import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

const postgres = process.env.TEST_DATABASE_URL;

// Workers, and processes that tests start, compile their modules only once.
process.env.NODE_COMPILE_CACHE = resolve('node_modules/.cache/node');

const filesOf = (patterns: readonly string[]): string[] => patterns.map((files) => `test/${files}.test.ts`);

const project = (name: string, include: string[], env: Record<string, string>, exclude: string[] = []) => ({
  test: {
    name,
    include: filesOf(include),
    exclude,
    env,
    globalSetup: ['test/support/prepare-databases.ts'],
    setupFiles: ['test/support/seed.ts'],
    testTimeout: 60_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 30_000 } },
    // Node.js runs TypeScript itself, and no test replaces a module.
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
});

/** Tests of records, where each statement names its merchant. */
const GUARDED = ['import/*', 'resources/!(*-races|item-modifiers|item-rules|text)'];

/**
 * Other tests whose outcome depends on the database: what it stores and finds, races, failures, and
 * several processes on one database.
 */
const ON_POSTGRES = [
  'resources/{*-races,item-modifiers,item-rules,text}',
  'delivery/*',
  'directory/!(logo-encoding)',
  'storage/!(data-folder|embedded-*|line-tap|list-statements|statements)',
  'storage/change-log/{histories,traces}',
  '{auth/api-keys,documents/readme,http/dry-run,http/idempotency,oauth/grants,oauth/races,ops/request-log}',
  'roles/{regions-away,workers}',
  'web/{access-requests,account-races,consent}',
];

/**
 * What a gateway could change in transit: bodies, headers that it adds itself, requests that
 * wait, and streams.
 */
const THROUGH_GATEWAY = ['http/{batches,deprecation,idempotency,unread-bodies}', 'resources/{changes-wait,streams}'];

/** Expensive, and about concurrent transactions, which the embedded database does not have, or about the schema alone. */
const ONLY_ON_POSTGRES = ['storage/change-log/traces', 'storage/baseline'];

/** On PostgreSQL, with tests that only the embedded database has. */
const ALWAYS_ON_BOTH = ['storage/secrets-at-rest'];

const DAY = 24 * 60 * 60 * 1000;

/** Of the files that run on PostgreSQL, a third runs on the embedded database as well, another one each day. */
function onlyOnPostgres(): string[] {
  const day = Math.floor(Number(process.env.TEST_SEED ?? Date.now() / DAY));
  const both = globSync(filesOf([...ON_POSTGRES, ...GUARDED]), { exclude: filesOf(ALWAYS_ON_BOTH) }).sort();
  return [...filesOf(ONLY_ON_POSTGRES), ...both.filter((_, i) => i % 3 !== day % 3)];
}

/**
 * Without PostgreSQL, every file runs on the embedded database. With it, the files above run there: those of records with
 * row-level security on reads, under which statements that omit the merchant find nothing.
 */
export default defineConfig({
  test: {
    // Each worker compiles the embedded PostgreSQL anew, and other packages run their tests at the same time.
    maxWorkers: 2,
    // Every file has a separate server and database; only modules are shared.
    isolate: false,
    reporters: ['default', ['json', { outputFile: '.test-results/results.json' }]],
    projects: [
      project('embedded', ['**/*'], { TEST_STORAGE: 'embedded' }, postgres ? onlyOnPostgres() : []),
      project('roles', THROUGH_GATEWAY, { TEST_STORAGE: 'embedded', TEST_SHAPE: 'roles' }),
      ...(postgres
        ? [
            project('postgres', ON_POSTGRES, { TEST_STORAGE: 'postgres' }),
            project('guarded', GUARDED, { TEST_STORAGE: 'guarded' }),
          ]
        : []),
    ],
  },
});
