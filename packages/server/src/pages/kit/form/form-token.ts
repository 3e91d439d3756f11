import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Session } from '../session/sessions.ts';

const NONCE_BYTES = 18;

const macOf = (key: Uint8Array, nonce: string, sessionId: string): string =>
  createHmac('sha256', key).update(`${nonce}.${sessionId}`).digest('base64url');

/** Token in every form, new at each rendering and bound to the session, if there is one. Other sites cannot know it. */
export function formToken(key: Uint8Array, session?: Session): string {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url');
  return `${nonce}.${macOf(key, nonce, session?.id ?? '')}`;
}

/** True if the token was rendered for the session of this id, or without a session if the id is empty. */
export function isFormToken(key: Uint8Array, sessionId: string, given: string): boolean {
  const [nonce = '', mac = ''] = given.split('.');
  const expected = Buffer.from(macOf(key, nonce, sessionId));
  const actual = Buffer.from(mac);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** Identifies a session within sealed texts. */
export const sessionMark = (key: Uint8Array, { id }: Session): string => macOf(key, '', id);
