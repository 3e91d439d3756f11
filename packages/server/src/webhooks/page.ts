import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type ChangeCursors, hasGrown, type View } from '../changes/cursor.ts';
import { ChangesGone, type GoneReason, isCutOff, type LogPosition, type Mark, readEnd } from '../changes/log.ts';
import { type LoggedChange, readChanges } from '../changes/read.ts';
import type { DatabasePool } from '../database/pool.ts';
import type { TenantScope } from '../database/statement.ts';
import type { TenantStore } from '../database/tenant.ts';
import { changeText } from '../records/feed.ts';
import type { FrozenPage, WebhookCursor } from './cursors.ts';
import type { Pair } from './progress.ts';

const MOST_PLACES = 100_000;

/**
 * Last places up to which changes were sent, or from which an endpoint has read everything: stored in the control plane
 * and remembered by this process. If a database with both the log and these places is restored, only the process still
 * knows that an endpoint has seen later changes.
 */
export class SentPlaces {
  readonly #places = new LRUCache<string, Mark>({ max: MOST_PLACES });

  async note(control: DatabasePool, pair: Pair, { position, mark }: LogPosition): Promise<void> {
    await control.query({
      name: 'webhooks.note-sent',
      text: `insert into control.webhook_sent (endpoint_id, company_id, position, mark)
      select $1, $2, $3, $4 where exists (select from control.webhook_endpoints where id = $1)
      on conflict (endpoint_id, company_id) do update set position = excluded.position, mark = excluded.mark`,
      values: [pair.endpointId, pair.companyId, position, mark],
    });
    this.#places.set(keyOf(pair), [position, mark]);
  }

  latest(pair: Pair, stored: Mark | null): Mark | null {
    const own = this.#places.get(keyOf(pair));
    return own && (!stored || own[0] >= stored[0]) ? own : stored;
  }
}

const keyOf = ({ endpointId, companyId }: Pair): string => `${endpointId} ${companyId}`;

/** Maximum number of changes in one request. */
export const MOST_CHANGES = 100;

/** Changes between two places of a merchant's log, for one request. */
export interface Page extends FrozenPage {
  readonly after: LogPosition;
  readonly view: View;
  readonly changes: readonly LoggedChange[];
  readonly hasMore: boolean;
}

/** A new `webhook-id`. */
export const newMessageId = (): string => `msg_${randomUUID().replaceAll('-', '')}`;

/**
 * Reads the page after a cursor: the one being sent, or else the next. `sent` is the last place up to which changes
 * were sent.
 */
export async function pageAfter(
  tenant: TenantStore,
  { cursor, sent }: { readonly cursor: WebhookCursor; readonly sent: Mark | null },
  view: View,
): Promise<Page> {
  const { after, page } = cursor;
  /** A page without changes, created once and then repeated. Deliveries after it continue from the end of the log. */
  const resyncPage = async (resync: GoneReason): Promise<Page> => {
    const earlier = page?.resync ? page : undefined;
    const end = earlier?.end ?? (await readEnd(tenant));
    return { id: earlier?.id ?? newMessageId(), after, end, view, changes: [], hasMore: false, resync };
  };
  const reason = cursor.resync ?? (hasGrown(view, cursor.view) ? 'view_grown' : null);
  if (reason) return resyncPage(reason);
  try {
    const request = { after, limit: MOST_CHANGES, view, until: page?.end };
    const { changes, next: end, hasMore: more } = await readChanges(tenant, request);
    if (sent && (await isCutOff(tenant, sent, after))) return resyncPage('restored');
    // A repeated attempt says what the earlier one said.
    const hasMore = page?.hasMore ?? more;
    return { id: page?.id ?? newMessageId(), after, end, view, changes, hasMore, resync: null };
  } catch (error) {
    if (!(error instanceof ChangesGone)) throw error;
    return resyncPage(error.reason);
  }
}

export function bodyOf(page: Page, scope: TenantScope, cursors: ChangeCursors): string {
  const { companyId } = scope;
  const nextCursor = cursors.encode(companyId, page.end, page.view);
  if (page.resync) {
    return JSON.stringify({ type: 'resync', merchantId: companyId, reason: page.resync, nextCursor });
  }
  const after = cursors.encode(companyId, page.after, page.view);
  const data = page.changes.map((change) => changeText(scope, change));
  const rest = `"after":"${after}","nextCursor":"${nextCursor}","hasMore":${page.hasMore}`;
  return `{"type":"changes","merchantId":${companyId},"data":[${data}],${rest}}`;
}
