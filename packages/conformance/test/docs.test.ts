import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readRequirements } from '../src/requirements/read-requirements.ts';

const behaviour = readFileSync(new URL('../../../docs/behaviour.md', import.meta.url), 'utf8');

/** Requirements of single operations (op.*) are documented by the contract. */
const written = readRequirements().flatMap(({ id }) => (id.startsWith('op.') ? [] : [id]));

/**
 * Ids are formatted as code. So are error codes, file names and claims, which do not begin with a
 * subject of the requirements.
 */
const subjects = new Set(written.map((id) => id.split('.')[0]));
const CODES =
  /^oauth\.(code_invalid|code_expired|invalid_request|unsupported_grant_type|refresh_\w+|grant_revoked|merchant_closed)$/;
const cited = [...behaviour.matchAll(/`([a-z]\w*(?:\.\w+)*)`/g)]
  .map(([, id]) => id as string)
  .filter((id) => id.includes('.') && subjects.has(id.split('.')[0] as string) && !CODES.test(id));

test('docs/behaviour.md cites every requirement except those of single operations', () => {
  const mentioned = new Set([...behaviour.matchAll(/`([^`\n]+)`/g)].map(([, id]) => id));
  expect(written.filter((id) => !mentioned.has(id))).toEqual([]);
});

test('docs/behaviour.md cites only requirements that exist', () => {
  const known = new Set(written);
  expect(cited.filter((id) => !known.has(id))).toEqual([]);
});
