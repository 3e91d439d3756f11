import { repeatable } from '../errors.ts';

/** Longest path that is logged whole. */
const MAX_LENGTH = 512;

/** A part of a path that is a code of the web host, such as one of a link to a new password. Who has one can use it. */
const CODE = /(?<=\/)[\w-]{43}(?=\/|$)/g;

/** The path of a request as logs and traces have it: bounded, and without codes. */
export const loggedPath = (path: string): string => repeatable(path.replaceAll(CODE, ':code'), MAX_LENGTH);
