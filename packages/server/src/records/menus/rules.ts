import type {
  AvailabilityWindow,
  Menu,
  MenuCreate,
  MenuItem,
  MenuItemInput,
  MenuStoreInput,
  MenuUpdate,
} from '../../contract/generated/types.gen.ts';
import { type FieldError, validationFailed } from '../../errors.ts';
import { hasValues } from '../entries.ts';
import { type Amount, canonicalMoney } from '../money.ts';
import { repetitions } from '../repetitions.ts';

/** The fields of the menu's row to write. The store adds the rest. */
export type MenuFields = Omit<Menu, 'version' | 'entryDate' | 'updatedAt'>;

export function newMenu(input: MenuCreate, id: number): MenuFields {
  checkLists(input);
  const { items = [], stores = [], ...plain } = input;
  return {
    status: 1,
    description: null,
    delivery: 0,
    takeaway: 0,
    online: 0,
    availability: [],
    externalId: null,
    ...plain,
    id,
    itemCount: items.length,
    storeIds: stores.map(({ storeId }) => storeId),
  };
}

/** Applies a merge patch: absent means unchanged, null clears, nested lists are replaced whole. */
export function changedMenu(menu: Menu, patch: MenuUpdate): MenuFields {
  checkLists(patch);
  const { items, stores, ...plain } = patch;
  return {
    ...menu,
    ...plain,
    ...(items && { itemCount: items.length }),
    ...(stores && { storeIds: stores.map(({ storeId }) => storeId) }),
  };
}

/** True if a menu's items are those that are sent, in their order. */
export const hasItems = (stored: readonly MenuItem[], { items = [] }: Lists, currency: string): boolean =>
  items.length === stored.length &&
  items.every(({ itemId, price = null, sortOrder = 0, status = 1 }, i) =>
    hasValues(stored[i] as MenuItem, { itemId, price: canonicalMoney(price, currency), sortOrder, status }),
  );

export const pricesOf = ({ items = [] }: Lists): Amount[] =>
  items.map(({ price }, i) => ({ path: `/items/${i}/price`, amount: price }));

/** Drops channel parameters that match every channel. */
export function channelsAskedFor<Query extends { delivery?: number; takeaway?: number; online?: number }>(
  query: Query,
): Query {
  const asked = { ...query };
  for (const channel of ['delivery', 'takeaway', 'online'] as const) if (asked[channel] === ANY) delete asked[channel];
  return asked;
}

const ANY = 2;

interface Lists {
  readonly availability?: readonly AvailabilityWindow[];
  readonly items?: readonly MenuItemInput[];
  readonly stores?: readonly MenuStoreInput[];
}

/** Checks rules across the entries of a list, which the schema cannot express. */
function checkLists({ availability = [], items = [], stores = [] }: Lists): void {
  const errors = [
    ...repetitions(items.map(({ itemId }, i) => ({ path: `/items/${i}/itemId`, value: itemId }))),
    ...repetitions(stores.map(({ storeId }, i) => ({ path: `/stores/${i}/storeId`, value: storeId }))),
    ...availability.flatMap(windowErrors),
    ...overlaps(availability),
  ];
  if (errors.length > 0) throw validationFailed(errors);
}

/** Times of the form `HH:MM` can be compared as text. */
function windowErrors({ from, to }: AvailabilityWindow, index: number): FieldError[] {
  if (from < to) return [];
  const message = 'must be later than from; send a window past midnight as two windows';
  return [{ in: 'body', path: `/availability/${index}/to`, rule: 'range', message }];
}

/** Finds windows that overlap an earlier one on the same day. Adjacent windows are allowed. */
function overlaps(windows: readonly AvailabilityWindow[]): FieldError[] {
  const sorted = windows
    .map((window, index) => ({ ...window, index }))
    .sort((a, b) => a.day - b.day || (a.from < b.from ? -1 : Number(a.from > b.from)) || a.index - b.index);
  let last = sorted[0];
  return sorted.slice(1).flatMap((window) => {
    const earlier = last;
    if (!earlier || earlier.day !== window.day || earlier.to <= window.from) {
      last = window;
      return [];
    }
    if (window.to > earlier.to) last = window;
    const path = `/availability/${window.index}`;
    return [{ in: 'body' as const, path, rule: 'overlap', message: `overlaps /availability/${earlier.index}` }];
  });
}
