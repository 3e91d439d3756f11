import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // Files share their modules, and Node.js runs TypeScript itself.
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    reporters: ['default', ['json', { outputFile: '.test-results/results.json' }]],
  },
});
