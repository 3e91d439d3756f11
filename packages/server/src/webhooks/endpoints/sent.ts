import type { Mark } from '../../changes/log-position.ts';
import type { DatabasePool } from '../../database/pool.ts';
import type { Pair } from '../cells/progress.ts';

/** Notes the place up to which changes were sent, or from which the endpoint has read everything. */
export async function noteSent(
  db: DatabasePool,
  { endpointId, companyId }: Pair,
  [position, mark]: Mark,
): Promise<void> {
  await db.query({
    name: 'webhooks.note-sent',
    text: `insert into control.webhook_sent (endpoint_id, company_id, position, mark)
      select $1, $2, $3, $4 where exists (select from control.webhook_endpoints where id = $1)
      on conflict (endpoint_id, company_id) do update set position = excluded.position, mark = excluded.mark`,
    values: [endpointId, companyId, position, mark],
  });
}
