import { defineConfig } from 'vitest/config';

const postgres = process.env.TEST_DATABASE_URL;

const project = (name: string, env: Record<string, string>, exclude: string[] = []) => ({
  test: {
    name,
    env,
    include: ['test/**/*.test.ts'],
    exclude,
    globalSetup: ['test/support/prepare-databases.ts'],
    setupFiles: ['test/support/seed.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});

/** What a process does with a data folder, which is the embedded database's alone, and what a browser shows. */
const ONCE = ['test/{commands,data-folder,import-command}.test.ts', 'test/browser/**'];

/** What reads the control plane alone, where there is no company to forget. */
const CONTROL_PLANE = ['test/{apps,config,documents,mint,mint-requests,oauth-*,shared-limits}.test.ts', 'test/web/**'];

/** Every suite runs on the embedded database and, where there is one, on PostgreSQL: once as in production, once with
 * row-level security on reads too, which a statement that forgets its company does not survive. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: ['default', ['json', { outputFile: '.test-results/results.json' }]],
    projects: [
      project('embedded', { TEST_STORAGE: 'embedded' }),
      ...(postgres
        ? [
            project('postgres', { TEST_STORAGE: 'postgres' }, ONCE),
            project('guarded', { TEST_STORAGE: 'guarded' }, [...ONCE, ...CONTROL_PLANE]),
          ]
        : []),
    ],
  },
});
