import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Processes started by tests compile their modules only once.
    env: { NODE_COMPILE_CACHE: resolve('node_modules/.cache/node') },
    testTimeout: 60_000,
    // The first services start while every other package runs its tests.
    hookTimeout: 600_000,
    reporters: ['default', ['json', { outputFile: '.test-results/results.json' }]],
  },
});
