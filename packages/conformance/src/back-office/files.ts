import { fileURLToPath } from 'node:url';

/** Path of a packaged back-office file. */
export const fileOf = (name: 'main' | 'other' | 'live'): string =>
  fileURLToPath(new URL(`../../back-office/${name}.ndjson`, import.meta.url));
