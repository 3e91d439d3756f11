import { type Faults, fault } from '../fault.ts';
import { parts } from '../how/handlers.ts';
import { eachRow, readRows } from '../how/rows.ts';

const KEY = /from control\.api_keys k join/;
const APPROVED = /(r\.company_id = \$2) and r\.state = 'APPROVED'/;

/** Replaces the approved stores in a key's row. `storesOf` returns the stores for an app and merchant. */
const approving = (storesOf: () => (pair: string, stores: unknown) => unknown) =>
  parts((deps, mark) => {
    const change = storesOf();
    const changed = eachRow(mark, (row) => {
      const merchant = row.merchant as { companyId?: number } | null;
      const approvedStoreIds = change(`${row.appId} ${merchant?.companyId}`, row.approvedStoreIds);
      return approvedStoreIds === row.approvedStoreIds ? row : { ...row, approvedStoreIds };
    });
    return readRows(deps, KEY, changed);
  });

/** Approvals that stay valid after they end, and credentials that stay valid without their app. */
export const APPROVAL_FAULTS: Faults = {
  'server.approval-kept': fault('keys.approval_taken_back', 'an approval is remembered once it was seen', {
    how: approving(() => {
      const seen = new Map<string, unknown>();
      return (pair, stores) => {
        if (stores) seen.set(pair, stores);
        return seen.get(pair) ?? stores;
      };
    }),
  }),
  'statement.approval-taken-back-holds': fault(
    'keys.approval_taken_back',
    'a revoked approval still grants access to the company',
    {
      where: { statement: 'api-keys.access' },
      how: { from: APPROVED, to: "$1 and r.state in ('APPROVED', 'REVOKED') limit 1" },
    },
  ),
  'server.refusal-kept': fault(
    'keys.approval_taken_back',
    'a request rejected before its approval is rejected forever',
    {
      how: approving(() => {
        const refused = new Set<string>();
        return (pair, stores) => {
          if (!stores) refused.add(pair);
          return stores && refused.has(pair) ? undefined : stores;
        };
      }),
    },
  ),
  'statement.key-of-archived-app': fault('keys.archived_app', 'the key of an archived app is still valid', {
    where: { statement: 'api-keys.access' },
    how: { from: 'and a.archived_at is null', to: '' },
  }),
};
