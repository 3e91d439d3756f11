// Copied from packages/conformance/src/specification: change that, then run `pnpm generate`.

import { type Fields, inQuery, Rejection } from '../answer.ts';
import type { Call, Handlers } from '../call.ts';
import { levelAt, placesOf, quantity } from '../ledger.ts';
import { endOf, followedFrom, type View, viewOf } from '../log.ts';
import { type RecordKind, shown, wholeOf } from '../records.ts';
import type { Entry, Followed, Merchant, Table } from '../state.ts';
import { MENUS } from './menus.ts';
import { MODIFIERS } from './modifiers.ts';

/** The change feed: pages of the merchant's log. A wait has ended once the response arrives, so nothing models it. */

const isWithin = (view: View, earlier: View): boolean =>
  view.resources.every((name) => earlier.resources.includes(name)) &&
  (!earlier.stores || (view.stores?.every((id) => earlier.stores?.includes(id)) ?? false));

const isSeen = ({ resources, stores }: View, { resource, storeIds }: Entry): boolean =>
  resources.includes(resource) && (!stores || !storeIds || storeIds.some((id) => stores.includes(id)));

/** changes.cursor, changes.view_grown */
function placeAfter({ query: { after } }: Call, merchant: Merchant, view: View): Followed {
  if (after === undefined) return { ...endOf(merchant), ...view };
  const place = merchant.followed.get(String(after));
  if (!place) throw new Rejection('partner.validation_failed', 'changes.cursor', [inQuery('after', 'cursor')]);
  if (isWithin(view, place)) return place;
  throw new Rejection('partner.cursor_gone', 'changes.view_grown', [inQuery('after', 'view_grown')]);
}

/** An entry and its place in the log. */
interface Placed {
  readonly entry: Entry;
  readonly write: number;
  readonly number: number;
}

const entriesAfter = ({ log }: Merchant, { writes, entries }: Followed): Placed[] =>
  log
    .slice(writes)
    .flatMap((logged, i) =>
      logged.entries
        .map((entry, number) => ({ entry, write: writes + i, number }))
        .filter(({ number }) => i > 0 || number >= entries),
    );

/** Changes on a page with records. changes.record */
const MOST_RECORDS = 100;

/** Position of the log's first write, computed from the first change that is read. */
function firstPosition({ firstPosition: known }: Merchant, [first]: readonly Placed[], { choices }: Call) {
  return known ?? (first && choices.position('/data/0/position') - first.write);
}

function listed({ entry, write }: Placed, base: number, call: Call, merchant: Merchant): Fields {
  const { app, at, correlationId } = merchant.log[write] ?? { app: '', at: '', correlationId: '' };
  const isOwn = app === call.app.id;
  const { stores, query } = call;
  return {
    position: base + write,
    ...entry,
    storeIds: entry.storeIds?.filter((id) => stores?.has(id) ?? true) ?? null,
    by: isOwn ? 'thisApp' : 'otherApp',
    at,
    correlationId: isOwn ? correlationId : null,
    ...(query.include === 'record' && { record: recordOf(entry, merchant, call) }),
  };
}

const SHOWN_WHOLE: Readonly<Record<string, RecordKind>> = { menus: MENUS, modifiers: MODIFIERS };

/** The record as it is now. changes.record */
function recordOf({ resource, id, storeIds }: Entry, merchant: Merchant, call: Call): Fields | null {
  if (resource === 'stock') return stockOf(id, storeIds?.[0] ?? 0, merchant);
  const row = merchant.tables[resource as Table].get(id);
  if (!row) return null;
  const { [resource]: kind } = SHOWN_WHOLE;
  return kind ? wholeOf(kind, row, merchant, call) : shown(row);
}

function stockOf(itemId: number, storeId: number, merchant: Merchant): Fields {
  const places = placesOf(merchant).filter((place) => place.itemId === itemId && place.storeId === storeId);
  const levels = places.map((place) => ({ variantId: place.variantId, level: levelAt(merchant, place) }));
  const variants = levels
    .filter(({ variantId }) => variantId !== null)
    .sort((one, other) => Number(one.variantId) - Number(other.variantId))
    .map(({ variantId, level }) => ({ variantId, onHand: quantity(level) }));
  return { itemId, storeId, onHand: quantity(levels.reduce((sum, { level }) => sum + level, 0n)), variants };
}

/** Scopes that are not named after their resource. */
const SCOPES: Readonly<Record<string, string>> = { stock: 'items', openOrders: 'orders', dailySales: 'reports' };

const scopeOf = (resource: string): string =>
  `${SCOPES[resource] ?? resource.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}.read`;

/** changes.filters_unseen */
function requireSeen({ query, sent }: Call, { tables }: Merchant, { resources }: View): void {
  const asked = query.resources as readonly string[] | undefined;
  if (asked && resources.length === 0) {
    const scopes = [...new Set(asked.map(scopeOf))].join(' ');
    const challenge = `Bearer error="insufficient_scope", scope="${scopes}"`;
    throw new Rejection('partner.scope_denied', 'changes.filters_unseen', undefined, { 'www-authenticate': challenge });
  }
  if (sent.has('after')) return;
  const stores = (query.storeId ?? []) as readonly number[];
  if (stores.some((id) => !tables.stores.has(id))) throw new Rejection('partner.not_found', 'changes.filters_unseen');
}

export const CHANGE_HANDLERS: Handlers = {
  listChanges: (call, merchant) => {
    const view = viewOf(call, call.query);
    requireSeen(call, merchant, view);
    const place = placeAfter(call, merchant, view);
    const rest = entriesAfter(merchant, place).filter(({ entry }) => isSeen(view, entry));
    const limit = Math.min(Number(call.query.limit), call.query.include === 'record' ? MOST_RECORDS : Infinity);
    const page = rest.slice(0, limit);
    const hasMore = rest.length > limit;
    const last = page.at(-1);
    const base = firstPosition(merchant, page, call);
    const nextCursor = call.choices.cursor('/nextCursor');
    // changes.pages: the next page begins after the last change examined, shown or not.
    const next = hasMore && last ? { writes: last.write, entries: last.number + 1 } : endOf(merchant);
    return {
      body: { data: page.map((one) => listed(one, base ?? 0, call, merchant)), nextCursor, hasMore },
      merchant: followedFrom({ ...merchant, firstPosition: base }, nextCursor, { ...next, ...view }),
      rule: call.sent.has('after') ? 'changes.cursor' : 'changes.present',
    };
  },
};
