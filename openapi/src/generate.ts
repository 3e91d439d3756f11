import { join } from 'node:path';
import { createClient, type UserConfig } from '@hey-api/openapi-ts';
import { bundle } from './bundle.ts';
import { BUNDLE, CLIENT, REPOSITORY, SERVER_TYPES } from './layout.ts';

/** Writes the bundle, the server's types and the client below `root`. */
export async function generate(root: string): Promise<void> {
  bundle(root);
  const jobs: UserConfig[] = [
    { ...common(root, SERVER_TYPES), plugins: ['@hey-api/typescript', 'fastify'] },
    { ...common(root, CLIENT), plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'] },
  ];
  const done = await createClient(jobs);
  // Input that cannot be read is not thrown: its job is just not among the results.
  if (done.length !== jobs.length) throw new Error(`code could not be generated from ${join(root, BUNDLE)}`);
}

const HEADER = '// Generated from openapi/openapi.yaml: change that, then run `pnpm generate`.';

function common(root: string, folder: string): UserConfig {
  return {
    input: join(root, BUNDLE),
    // The consent screen is a page for the merchant's browser on another host, not a call of the API.
    parser: { filters: { operations: { exclude: ['GET /oauth/authorize'] } } },
    logs: { level: 'silent', file: false },
    // Node runs these files as they are, so imports name the file; no tsconfig, so that the output depends on this alone.
    output: {
      header: HEADER,
      path: join(root, folder),
      entryFile: false,
      module: { extension: '.ts' },
      tsConfigPath: null,
    },
  };
}

if (import.meta.main) await generate(REPOSITORY);
