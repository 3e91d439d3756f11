import type { Answer } from './api-caller.ts';

/** Summary of a rejection: status, code, and each detail as `body /name unique`. */
export const rejectionOf = ({ status, body }: Pick<Answer, 'status' | 'body'>): unknown[] => [
  status,
  body?.code,
  ...(body?.details ?? []).map(
    (detail: { in: string; path: string; rule: string }) => `${detail.in} ${detail.path} ${detail.rule}`,
  ),
];

/** The same, with the actions that the record's state allows. */
export const conflictOf = ({ status, body }: Answer): unknown[] => [
  status,
  body.code,
  ...(body.details ?? []).map(({ path, rule, message }: { path: string; rule: string; message: string }) =>
    rule === 'allowedAction' ? `message ${message}` : `body ${path} ${rule}`,
  ),
];

export const conflict = (path: string, ...allowed: string[]) => [
  ...conflictAt(path),
  ...allowed.map((action) => `message ${action}`),
];

export const invalid = (...details: string[]) => [400, 'partner.validation_failed', ...details];
export const duplicateAt = (path: string) => [409, 'partner.duplicate', `body ${path} unique`];
export const conflictAt = (path: string) => [409, 'partner.state_conflict', `body ${path} state`];
export const noReferenceAt = (path: string) => [422, 'partner.reference_not_found', `body ${path} reference`];
export const NOT_FOUND = [404, 'partner.not_found'];
export const SCOPE_DENIED = [403, 'partner.scope_denied'];
export const VERSION_MISMATCH = [412, 'partner.version_mismatch'];
