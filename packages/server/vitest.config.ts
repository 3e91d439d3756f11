import { defineConfig } from 'vitest/config';

const postgres = process.env.TEST_DATABASE_URL;

const project = (
  name: string,
  env: Record<string, string>,
  exclude: string[] = [],
  include: string[] = ['test/**/*.test.ts'],
) => ({
  test: {
    name,
    // What the tests start as processes of their own is compiled once.
    env: { ...env, NODE_COMPILE_CACHE: 'node_modules/.cache/node' },
    include,
    exclude,
    globalSetup: ['test/support/prepare-databases.ts'],
    setupFiles: ['test/support/seed.ts'],
    testTimeout: 60_000,
    hookTimeout: 600_000,
  },
});

/** What no database decides: data folders, which are the embedded database's alone, pages, and what is refused before. */
const ONCE = [
  'test/**/{admin,commands,config,contract-tools,cors,data-folder,deprecation,docs,documents,embedded-pool,first-day,guides,import-command,list-statements,listener,log,logo-encoding,mailer,malformed-*,observation,package,performance-page,refused-*,roles,rolling-restart,source-limits,start-*,statements,test-clock,tracing,unread-bodies}.test.ts',
  'test/browser/**',
  'test/web/!(access-requests|account-races|consent).test.ts',
];

/** Where there is no company to forget, or nothing that other suites do not read; writes are under row-level security anywhere. */
const NOT_GUARDED = [
  'test/**/{admission,apps,backup,baseline,bearer,control,idempotency,merchant-leaves,migrations,mint,mint-requests,oauth/*,rate-limit,readme,request-log,shared-limits}.test.ts',
  'test/**/{catalogue-races,cells,demo,demo-start,dry-run,former-release,import,lost-connections,moves,own-cluster,regions-away,restored,secrets-at-rest,storage-full,workers,item-modifiers,item-rules,items,round-trips,stock-races}.test.ts',
  'test/**/purchase-orders-{create,receive,update}.test.ts',
  'test/**/stock-{adjustments,transfers}.test.ts',
  'test/web/**',
];

/** What a gateway could change on the way: bodies that are refused half-way, and headers that it adds itself. */
const THROUGH_GATEWAY = ['test/**/{deprecation,idempotency,unread-bodies}.test.ts'];

/** Every suite runs on the embedded database. Where there is PostgreSQL, most run there too: once as in production, once with
 * row-level security on reads too, which a statement that forgets its company does not survive. */
export default defineConfig({
  test: {
    // One more than most machines have cores: a good part of the tests waits for another process.
    maxWorkers: 3,
    // Every file has a server and a database of its own; only the modules are shared.
    isolate: false,
    reporters: ['default', ['json', { outputFile: '.test-results/results.json' }]],
    projects: [
      project('embedded', { TEST_STORAGE: 'embedded' }),
      project('roles', { TEST_STORAGE: 'embedded', TEST_SHAPE: 'roles' }, [], THROUGH_GATEWAY),
      ...(postgres
        ? [
            project('postgres', { TEST_STORAGE: 'postgres' }, ONCE),
            project('guarded', { TEST_STORAGE: 'guarded' }, [...ONCE, ...NOT_GUARDED]),
          ]
        : []),
    ],
  },
});
