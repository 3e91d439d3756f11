/** Typed access to every operation of the partner API. */

export type { Client, Config } from './generated/client/index.ts';
export { createClient, createConfig } from './generated/client/index.ts';
export * from './generated/sdk.gen.ts';
export type * from './generated/types.gen.ts';
