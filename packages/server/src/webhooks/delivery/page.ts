import { randomUUID } from 'node:crypto';
import type { ChangeCursors } from '../../changes/cursor.ts';
import { isCutOff, type LogPosition, type Mark, readEnd } from '../../changes/log-position.ts';
import { type LoggedChange, readChanges } from '../../changes/read.ts';
import { hasGrown, type View } from '../../changes/view.ts';
import { ChangesGone, type GoneReason } from '../../database/changes/gone.ts';
import type { TenantScope } from '../../database/scope.ts';
import type { TenantStore } from '../../database/tenant.ts';
import { textOf } from '../../records/changes/change-text.ts';
import type { WebhookCursor } from '../cells/cursors.ts';

/** Most changes in one request. */
export const MOST_CHANGES = 100;

/** Changes between two places of a merchant's log, for one request. */
export interface Page {
  /** The `webhook-id` of the page's requests. */
  readonly id: string;
  readonly after: LogPosition;
  readonly end: LogPosition;
  /** What the app sees. */
  readonly view: View;
  readonly changes: readonly LoggedChange[];
  readonly hasMore: boolean;
  /** Why the receiver has to read everything again. */
  readonly resync: GoneReason | null;
}

const newId = (): string => `msg_${randomUUID().replaceAll('-', '')}`;

/** An endpoint's place in a merchant's log. */
interface Place {
  readonly cursor: WebhookCursor;
  /** The last place up to which changes were sent. */
  readonly sent: Mark | null;
}

/** Reads the page after a cursor: the one that is being sent, if there is one, and otherwise the next. */
export async function pageAfter(tenant: TenantStore, { cursor, sent }: Place, view: View): Promise<Page> {
  const reason = cursor.resync ?? (hasGrown(view, cursor.view) ? 'view_grown' : null);
  if (reason) return resyncPage(tenant, cursor, view, reason);
  try {
    const { after, page } = cursor;
    const request = { after, limit: MOST_CHANGES, view, until: page?.end };
    const { changes, next, hasMore } = await readChanges(tenant, request);
    if (sent && (await isCutOff(tenant, sent, after))) return resyncPage(tenant, cursor, view, 'restored');
    // An attempt says what the one before it said.
    return {
      id: page?.id ?? newId(),
      after,
      end: next,
      view,
      changes,
      hasMore: page?.hasMore ?? hasMore,
      resync: null,
    };
  } catch (error) {
    if (!(error instanceof ChangesGone)) throw error;
    return resyncPage(tenant, cursor, view, error.reason);
  }
}

/** A page without changes, after which the deliveries continue from the present. It is made once and then repeated. */
async function resyncPage(
  tenant: TenantStore,
  { after, page }: WebhookCursor,
  view: View,
  resync: GoneReason,
): Promise<Page> {
  const earlier = page?.resync ? page : undefined;
  const end = earlier?.end ?? (await readEnd(tenant));
  return { id: earlier?.id ?? newId(), after, end, view, changes: [], hasMore: false, resync };
}

/** JSON text of a request. */
export function bodyOf(page: Page, scope: TenantScope, cursors: ChangeCursors): string {
  const { companyId } = scope;
  const nextCursor = cursors.encode(companyId, page.end, page.view);
  if (page.resync) {
    return JSON.stringify({ type: 'resync', merchantId: companyId, reason: page.resync, nextCursor });
  }
  const after = cursors.encode(companyId, page.after, page.view);
  const data = page.changes.map((change) => textOf(scope, change));
  const rest = `"after":"${after}","nextCursor":"${nextCursor}","hasMore":${page.hasMore}`;
  return `{"type":"changes","merchantId":${companyId},"data":[${data}],${rest}}`;
}
