import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Session } from '../session/sessions.ts';

/** Token in every form of a session. Other sites cannot know it. */
export const formToken = (key: Uint8Array, { id }: Session): string =>
  createHmac('sha256', key).update(id).digest('base64url');

export function isFormToken(key: Uint8Array, session: Session, given: string): boolean {
  const expected = Buffer.from(formToken(key, session));
  const actual = Buffer.from(given);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
