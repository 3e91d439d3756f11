import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

// Workers, and processes that tests start, compile their modules only once.
process.env.NODE_COMPILE_CACHE = resolve('node_modules/.cache/node');

/** Records the statements of the server by replacing one of its modules, before any other file imports it. */
const REPLACING = ['test/statements.test.ts'];

const shared = { testTimeout: 240_000, hookTimeout: 240_000 };

export default defineConfig({
  test: {
    reporters: ['default', ['json', { outputFile: '.test-results/results.json' }]],
    projects: [
      {
        test: {
          ...shared,
          name: 'laboratory',
          include: ['test/**/*.test.ts'],
          exclude: REPLACING,
          // Every file has separate servers and databases; only modules are shared.
          isolate: false,
          // Node.js runs TypeScript itself.
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      { test: { ...shared, name: 'replacing', include: REPLACING } },
    ],
  },
});
