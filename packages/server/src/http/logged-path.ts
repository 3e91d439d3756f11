import { repeatable } from '../errors.ts';

/** Longest path that is logged whole. */
const MAX_LENGTH = 512;

/** A credential by its prefix, even if it is cut off; who has one can use it. */
const PREFIXED = String.raw`svc(?:_|%5f)[\w%~+=-]*`;

/** A run of characters as long as a code or a token, such as the code of a link to a new password. */
const LONG = String.raw`[\w%~+=-]{20,}`;

const CREDENTIAL = new RegExp(`${PREFIXED}|${LONG}`, 'gi');

/** Words with hyphens are no secret, however many they are. */
const WORDS = /^[a-z]{1,20}(?:-[a-z]{1,20})+$/;

/** Replaces what begins like a credential. */
export const withoutCredentials = (text: string): string => text.replaceAll(new RegExp(PREFIXED, 'gi'), '…');

/** The path of a request as logs and traces have it: bounded, and without anything that could be a secret. */
export const loggedPath = (path: string): string =>
  repeatable(
    path.replaceAll(CREDENTIAL, (run) => (WORDS.test(run) ? run : ':code')),
    MAX_LENGTH,
  );
