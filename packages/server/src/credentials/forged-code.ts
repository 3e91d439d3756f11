import { randomBytes } from 'node:crypto';

const PREFIX = 'forged_';

/** A code of no authorization, for a callback that an app has to reject by its state. */
export const forgedCode = (): string => PREFIX + randomBytes(24).toString('base64url');

export const isForged = (code: string | undefined): boolean => code?.startsWith(PREFIX) ?? false;
