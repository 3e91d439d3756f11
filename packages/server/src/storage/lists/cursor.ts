import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

/** End of a page: sort value and id of its last record, and the total counted for the first page. */
export interface CursorPosition {
  readonly key: string;
  readonly id: number;
  readonly total: number;
}

/** A cursor from another deployment or another list. */
export class ForeignCursor extends Error {
  override name = 'ForeignCursor';

  constructor() {
    super('is not a cursor for this list with these filters, sort and order');
  }
}

/** Signs positions in lists. A cursor is valid only for its list: company, filters, sort and order. */
export class CursorCodec {
  readonly #keys: readonly [KeyObject, ...KeyObject[]];

  /** The first key signs. The others verify cursors signed before a rotation. */
  constructor(key: Uint8Array, ...older: Uint8Array[]) {
    this.#keys = [createSecretKey(key), ...older.map((one) => createSecretKey(one))];
  }

  encode({ key, id, total }: CursorPosition, list: string): string {
    const payload = Buffer.from(JSON.stringify([key, id, total])).toString('base64url');
    return `${payload}.${sign(this.#keys[0], payload, list).toString('base64url')}`;
  }

  /** Throws ForeignCursor if the cursor was not signed here for this list. */
  decode(cursor: string, list: string): CursorPosition {
    const [payload = '', signature = ''] = cursor.split('.');
    const given = Buffer.from(signature, 'base64url');
    const signatures = this.#keys.map((key) => sign(key, payload, list));
    if (!signatures.some((one) => given.length === one.length && timingSafeEqual(given, one)))
      throw new ForeignCursor();
    const [key, id, total] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [string, number, number];
    return { key, id, total };
  }
}

const sign = (key: KeyObject, payload: string, list: string): Buffer =>
  createHmac('sha256', key).update(`${list}\n${payload}`).digest().subarray(0, 16);
