import { readFileSync, writeFileSync } from 'node:fs';
import { requirementsOfContract } from './of-contract.ts';
import { REQUIREMENTS_FILE } from './read-requirements.ts';

/** Where the rows of the contract begin; they are written anew each time. */
const MARK = '# From the contract, by `pnpm --filter @tillgate/conformance requirements`.\n';

/** Writes the rows of the contract's operations behind those written by hand. */
const [byHand = ''] = readFileSync(REQUIREMENTS_FILE, 'utf8').split(MARK);
const rows = requirementsOfContract().map(
  ({ id, text, source, severity }) =>
    `- { id: ${JSON.stringify(id)}, severity: ${severity}, source: ${JSON.stringify(source)}, text: ${JSON.stringify(text)} }\n`,
);
writeFileSync(REQUIREMENTS_FILE, `${byHand.trimEnd()}\n\n${MARK}${rows.join('')}`);
