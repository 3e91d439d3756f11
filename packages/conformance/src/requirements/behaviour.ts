import { readFileSync } from 'node:fs';

/** Text of docs/behaviour.md. The file is outside of the published package, so the build puts its text here. */
export const BEHAVIOUR = readFileSync(new URL('../../../../docs/behaviour.md', import.meta.url), 'utf8');
