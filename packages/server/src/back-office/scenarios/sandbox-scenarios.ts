import type { Scenarios } from '../../control/scenarios/scenarios.ts';

/** The scenes' modules, and those of the resources, are loaded on first use. */
export const SANDBOX_SCENARIOS: Scenarios = { run: async (...call) => (await import('./scenes.ts')).runScene(...call) };
