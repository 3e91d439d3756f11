import { hash } from 'node:crypto';
import { ChangesGone } from '../database/changes/gone.ts';
import { type CursorCodec, ForeignCursor } from '../database/list-cursor.ts';
import type { LogPosition } from './log-position.ts';
import type { View } from './view.ts';

/** Stores of a cursor: their ids, or a digest of many so that the cursor stays short; null for all. */
type Stores = readonly number[] | string | null;

type Payload = readonly [position: number, mark: number, entries: number | null, resources: number, storeIds: Stores];

const MOST_IDS = 300;

/** Cursors in the logs of merchants. */
export class ChangeCursors {
  readonly #codec: CursorCodec;

  constructor(codec: CursorCodec) {
    this.#codec = codec;
  }

  /** A cursor for the place up to which a reader with this view has seen the changes. */
  encode(companyId: number, { position, mark, entries }: LogPosition, { resources, storeIds }: View): string {
    const payload: Payload = [position, mark, entries, resources, storesOf(storeIds)];
    return this.#codec.encode(payload, logOf(companyId));
  }

  /**
   * Throws ForeignCursor if the cursor was not signed here for this merchant, and ChangesGone if the view has more than
   * the one that the cursor was issued for.
   */
  decode(companyId: number, cursor: string, view: View): LogPosition {
    const payload = this.#codec.decode<Payload>(cursor, logOf(companyId));
    if (!payload) throw new ForeignCursor('after', 'is not a cursor of the changes of this merchant');
    const [position, mark, entries, resources, storeIds] = payload;
    if (view.resources & ~resources || !isWithin(view.storeIds, storeIds)) throw new ChangesGone('view_grown');
    return { position, mark, entries };
  }
}

const logOf = (companyId: number): string => JSON.stringify([companyId, 'changes']);

const storesOf = (ids: readonly number[] | null): Stores =>
  ids && ids.length > MOST_IDS ? hash('sha256', ids.join(), 'base64url') : ids;

function isWithin(ids: readonly number[] | null, earlier: Stores): boolean {
  if (earlier === null) return true;
  if (ids === null) return false;
  return typeof earlier === 'string' ? storesOf(ids) === earlier : ids.every((id) => earlier.includes(id));
}
