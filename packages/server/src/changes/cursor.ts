import { createHmac, createSecretKey, hash, type KeyObject, timingSafeEqual } from 'node:crypto';
import { RESOURCE_SCOPES } from '../contract/generated/changes.gen.ts';
import { bitOf, RESOURCES, type Resource } from '../database/change-log.ts';
import type { TenantScope } from '../database/statement.ts';
import { ChangesGone, type LogPosition } from './log.ts';

/** A cursor from another deployment or another list. `message` continues the parameter's name. */
export class ForeignCursor extends Error {
  override name = 'ForeignCursor';
  readonly parameter: string;

  constructor(parameter: string, message: string) {
    super(message);
    this.parameter = parameter;
  }
}

/** Signs positions in lists. A cursor is valid only for its list, with the same filters, sort and order. */
export class CursorCodec {
  readonly #keys: readonly [KeyObject, ...KeyObject[]];

  /** The first key signs. The others verify cursors signed before a rotation. */
  constructor(key: Uint8Array, ...older: Uint8Array[]) {
    this.#keys = [createSecretKey(key), ...older.map((one) => createSecretKey(one))];
  }

  encode(position: readonly unknown[], list: string): string {
    const payload = Buffer.from(JSON.stringify(position)).toString('base64url');
    return `${payload}.${sign(this.#keys[0], payload, list).toString('base64url')}`;
  }

  /** Returns the position; undefined if the cursor was not signed here for this list. */
  decode<Position extends readonly unknown[]>(cursor: string, list: string): Position | undefined {
    const [payload = '', signature = ''] = cursor.split('.');
    const given = Buffer.from(signature, 'base64url');
    const signatures = this.#keys.map((key) => sign(key, payload, list));
    const isSigned = signatures.some((one) => given.length === one.length && timingSafeEqual(given, one));
    return isSigned ? (JSON.parse(Buffer.from(payload, 'base64url').toString()) as Position) : undefined;
  }
}

const sign = (key: KeyObject, payload: string, list: string): Buffer =>
  createHmac('sha256', key).update(`${list}\n${payload}`).digest().subarray(0, 16);

/** The changes that a reader may see, by resource and store. */
export interface View {
  readonly resources: number;
  /** In ascending order; null for all. A change that concerns all stores is always seen. */
  readonly storeIds: readonly number[] | null;
}

export const readableResources = (scopes: ReadonlySet<string>): Resource[] =>
  RESOURCES.filter((resource) => scopes.has(RESOURCE_SCOPES[resource]));

/** Stores that a request asks for and its credential may see; null for all. */
export function visibleStores(
  { storeIds }: Pick<TenantScope, 'storeIds'>,
  asked: readonly number[] | undefined,
): readonly number[] | null {
  return storeIds && asked ? asked.filter((id) => storeIds.includes(id)) : (asked ?? storeIds ?? null);
}

/** View of a credential, limited to what a request selects. */
export function viewOf(
  scope: Pick<TenantScope, 'scopes' | 'storeIds'>,
  selected: { readonly resources?: readonly Resource[] | undefined; readonly storeId?: readonly number[] } = {},
): View {
  const { resources = RESOURCES, storeId } = selected;
  const readable = resources.filter((resource) => scope.scopes?.has(RESOURCE_SCOPES[resource]));
  const stores = visibleStores(scope, storeId);
  return {
    resources: readable.reduce((bits, resource) => bits | bitOf(resource), 0),
    storeIds: stores ? [...new Set(stores)].sort((a, b) => a - b) : null,
  };
}

export const hasGrown = ({ resources, storeIds }: View, earlier: View): boolean =>
  (resources & ~earlier.resources) !== 0 ||
  (earlier.storeIds !== null && (storeIds === null || storeIds.some((id) => !earlier.storeIds?.includes(id))));

/** Stores of a cursor: their ids, or a digest of many so that the cursor stays short; null for all. */
type Stores = readonly number[] | string | null;

type Payload = readonly [position: number, mark: number, entries: number | null, resources: number, storeIds: Stores];

const MOST_IDS = 300;

export class ChangeCursors {
  readonly #codec: CursorCodec;

  constructor(codec: CursorCodec) {
    this.#codec = codec;
  }

  /** A cursor that resumes after a place, for a reader with this view. */
  encode(companyId: number, { position, mark, entries }: LogPosition, { resources, storeIds }: View): string {
    const payload: Payload = [position, mark, entries, resources, storesOf(storeIds)];
    return this.#codec.encode(payload, logOf(companyId));
  }

  /**
   * Throws ForeignCursor if the cursor was not signed here for this merchant, and ChangesGone if the view shows more
   * than the view that the cursor was issued for.
   */
  decode(companyId: number, cursor: string, view: View): LogPosition {
    const payload = this.#codec.decode<Payload>(cursor, logOf(companyId));
    if (!payload) throw new ForeignCursor('after', 'is not a cursor of the changes of this merchant');
    const [position, mark, entries, resources, stores] = payload;
    const ids = view.storeIds;
    const hasNewStores =
      stores !== null &&
      (ids === null ||
        (typeof stores === 'string' ? storesOf(ids) !== stores : ids.some((id) => !stores.includes(id))));
    if (view.resources & ~resources || hasNewStores) throw new ChangesGone('view_grown');
    return { position, mark, entries };
  }
}

const logOf = (companyId: number): string => JSON.stringify([companyId, 'changes']);

const storesOf = (ids: readonly number[] | null): Stores =>
  ids && ids.length > MOST_IDS ? hash('sha256', ids.join(), 'base64url') : ids;
