import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { tiers } from '../../../.ci/tiers.ts';

// Workers, and processes that tests start, compile their modules only once.
process.env.NODE_COMPILE_CACHE = resolve('node_modules/.cache/node');

const options = { testTimeout: 240_000, hookTimeout: 240_000 };

export default defineConfig({ test: { reporters: ['default', 'json'], projects: tiers(options) } });
