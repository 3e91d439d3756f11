import type { ServerFault } from '../fault.ts';
import { type Instead, patchSql } from '../sql.ts';

/** Ways for a statement to be wrong: a predicate missing, an edge wrong, a lock not taken. */

export const sql = (
  id: string,
  breaks: string,
  text: string,
  pattern: RegExp,
  instead: Instead,
  by: readonly string[] = [],
): ServerFault => ({
  id: `statement.${id}`,
  level: 'server',
  breaks,
  text,
  by,
  patch: (deps, mark) => patchSql(deps, mark, pattern, instead),
});

/** `company_id = $1` no longer decides; as a replacement takes it, whose `$1` would be a group. */
export const ANY_COMPANY = 'company_id >= 0 and $$1::bigint is not null';
