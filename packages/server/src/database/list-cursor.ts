import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

/** A cursor from another deployment or another list. `message` continues the parameter's name. */
export class ForeignCursor extends Error {
  override name = 'ForeignCursor';
  readonly parameter: string;

  constructor(parameter: string, message: string) {
    super(message);
    this.parameter = parameter;
  }
}

/** Signs positions in lists. A cursor is valid only for its list, such as one with certain filters, sort and order. */
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
