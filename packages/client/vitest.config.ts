import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

// Workers, and processes that tests start, compile their modules only once.
process.env.NODE_COMPILE_CACHE = resolve('node_modules/.cache/node');

export default defineConfig({
  test: {
    // Only modules are shared between files, whose imports of the server cost more than most tests.
    isolate: false,
    // Node.js runs TypeScript itself, and no test replaces a module.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    testTimeout: 60_000,
    // The first services start while every other package runs its tests.
    hookTimeout: 600_000,
    reporters: ['default', ['json', { outputFile: '.test-results/results.json' }]],
  },
});
