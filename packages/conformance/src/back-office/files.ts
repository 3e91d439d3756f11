import { fileURLToPath } from 'node:url';

/** A packaged file to import into a merchant and name in the configuration. */
export const fileOf = (name: 'main' | 'other' | 'live'): string =>
  fileURLToPath(new URL(`../../back-office/${name}.ndjson`, import.meta.url));
