import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    testTimeout: 10_000,
    hookTimeout: 600_000,
    reporters: ['default', ['json', { outputFile: '.test-results/results.json' }]],
  },
});
