import type { Faults } from '../fault.ts';
import { parts } from '../how/handlers.ts';
import { eachRow, readRows } from '../how/rows.ts';

const KEY = /from control\.api_keys k join/;
const APPROVED = /(r\.company_id = \$2) and r\.state = 'APPROVED'/;

/** Approvals that outlive their end, and credentials that outlive their app. */
export const APPROVAL_FAULTS: Faults = {
  'server.approval-kept': {
    breaks: 'keys.approval_taken_back',
    text: 'an approval is remembered once it was seen',
    how: parts((deps, mark) => {
      const seen = new Map<string, unknown>();
      return readRows(
        deps,
        KEY,
        eachRow(mark, (row) => {
          const merchant = row.merchant as { companyId?: number } | null;
          const key = `${row.appId} ${merchant?.companyId}`;
          if (row.approvedStoreIds) seen.set(key, row.approvedStoreIds);
          if (row.approvedStoreIds || !seen.has(key)) return row;
          return { ...row, approvedStoreIds: seen.get(key) };
        }),
      );
    }),
  },
  'statement.approval-taken-back-holds': {
    breaks: 'keys.approval_taken_back',
    text: 'an approval that was taken back still opens the company',
    where: { statement: 'api-keys.access' },
    how: { from: APPROVED, to: "$1 and r.state in ('APPROVED', 'REVOKED') limit 1" },
  },
  'server.refusal-kept': {
    breaks: 'keys.approval_taken_back',
    text: 'what was refused before its approval is refused for good',
    how: parts((deps, mark) => {
      const refused = new Set<string>();
      return readRows(
        deps,
        KEY,
        eachRow(mark, (row) => {
          const merchant = row.merchant as { companyId?: number } | null;
          const key = `${row.appId} ${merchant?.companyId}`;
          if (!row.approvedStoreIds) refused.add(key);
          if (!row.approvedStoreIds || !refused.has(key)) return row;
          return { ...row, approvedStoreIds: undefined };
        }),
      );
    }),
  },
  'statement.key-of-archived-app': {
    breaks: 'keys.archived_app',
    text: 'the key of an archived app holds',
    where: { statement: 'api-keys.access' },
    how: { from: 'and a.archived_at is null', to: '' },
  },
};
