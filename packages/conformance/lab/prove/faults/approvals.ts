import type { Fault } from '../fault.ts';
import { server } from '../kinds/server.ts';
import { sql } from '../kinds/statements.ts';
import { patchRows } from '../sql.ts';

const KEY = /from control\.api_keys k join/;
const APPROVED = /(r\.company_id = \$2) and r\.state = 'APPROVED'/;

/** Approvals that outlive their end, and credentials that outlive their app. */
export const APPROVAL_FAULTS: readonly Fault[] = [
  server('approval-kept', 'keys.approval_taken_back', 'an approval is remembered once it was seen', (deps, mark) => {
    const seen = new Map<string, unknown>();
    return patchRows(deps, KEY, (rows) =>
      rows.map((row) => {
        const merchant = row.merchant as { companyId?: number } | null;
        const key = `${row.appId} ${merchant?.companyId}`;
        if (row.approvedStoreIds) seen.set(key, row.approvedStoreIds);
        if (row.approvedStoreIds || !seen.has(key)) return row;
        mark();
        return { ...row, approvedStoreIds: seen.get(key) };
      }),
    );
  }),
  sql(
    'approval-taken-back-holds',
    'keys.approval_taken_back',
    'an approval that was taken back still opens the company',
    APPROVED,
    "$1 and r.state in ('APPROVED', 'REVOKED') limit 1",
  ),
  server(
    'refusal-kept',
    'keys.approval_taken_back',
    'what was refused before its approval is refused for good',
    (deps, mark) => {
      const refused = new Set<string>();
      return patchRows(deps, KEY, (rows) =>
        rows.map((row) => {
          const merchant = row.merchant as { companyId?: number } | null;
          const key = `${row.appId} ${merchant?.companyId}`;
          if (!row.approvedStoreIds) refused.add(key);
          if (!row.approvedStoreIds || !refused.has(key)) return row;
          mark();
          return { ...row, approvedStoreIds: undefined };
        }),
      );
    },
  ),
  sql('key-of-archived-app', 'keys.archived_app', 'the key of an archived app holds', /and a\.archived_at is null/, ''),
];
