import { defineConfig } from 'vitest/config';
import { tiers } from '../.ci/tiers.ts';

export default defineConfig({ test: { reporters: ['default', 'json'], projects: tiers({ testTimeout: 60_000 }) } });
