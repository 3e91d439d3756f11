import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { project as folders } from '../../.ci/tiers.ts';

// Workers, and processes that tests start, compile their modules only once.
process.env.NODE_COMPILE_CACHE = resolve('node_modules/.cache/node');

/** `guarded` forces row-level security on reads too, under which statements that omit the merchant find nothing. */
type Storage = 'embedded' | 'postgres' | 'guarded';

const project = (name: string, parts: readonly string[], storage: Storage, env: Record<string, string> = {}) =>
  folders(name, parts, {
    env: { TEST_STORAGE: storage, ...env },
    globalSetup: ['test/support/prepare-databases.ts'],
    setupFiles: ['test/support/seed.ts'],
    testTimeout: 60_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 30_000 } },
  });

/** CI runs two parts of `fast` again: records and the back office on PostgreSQL, and HTTP through a gateway. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: ['default', 'json'],
    projects: [
      project('fast', ['fast'], 'embedded'),
      project('processes', ['machines/browser', 'machines/processes'], 'embedded'),
      project('postgres', ['machines/postgres', 'machines/redis', 'machines/roles'], 'postgres'),
      project('guarded', ['fast/back-office', 'fast/records'], 'guarded'),
      project('gateway', ['fast/pipeline'], 'embedded', { TEST_SHAPE: 'roles' }),
      project('nightly', ['nightly'], process.env.TEST_DATABASE_URL ? 'postgres' : 'embedded'),
    ],
  },
});
