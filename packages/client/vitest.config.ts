import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { tiers } from '../../.ci/tiers.ts';

// Workers, and processes that tests start, compile their modules only once.
process.env.NODE_COMPILE_CACHE = resolve('node_modules/.cache/node');

export default defineConfig({
  test: {
    reporters: ['default', 'json'],
    // The first services start while every other package runs its tests.
    projects: tiers({ testTimeout: 60_000, hookTimeout: 600_000 }),
  },
});
