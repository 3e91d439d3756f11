/** A test double of the API: `createTestApi()`. */

export type { TestClient } from './access.ts';
export type { Fault, FaultOptions } from './faults.ts';
export type { TestRecord } from './seeds.ts';
export { createTestApi, type TestApi, type TestApiOptions, type TestRequest } from './test-api.ts';
export type { TestClock } from './test-clock.ts';
