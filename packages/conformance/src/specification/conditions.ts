import { type Fields, Rejection } from './answer.ts';
import type { Call } from './call.ts';

/** Conditional requests (RFC 9110 §13): ETags, If-Match and If-None-Match. */

const ENTITY_TAG = /^(W\/)?"[^"]*"$/;

const tagsIn = (header: string): string[] =>
  header
    .split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)
    .map((tag) => tag.trim())
    .filter((tag) => tag === '*' || ENTITY_TAG.test(tag));

/** http.if_match, http.if_match_tags: a strong comparison with the record's tag. */
export function ifMatch({ headers, choices, operation, id }: Call, before: Fields): void {
  const sent = headers['if-match'];
  if (sent === undefined) return;
  const tags = tagsIn(sent);
  const current = choices.knownTag(resourceOf(operation.path, id), before);
  if (tags.some((tag) => tag === '*' || tag === current)) return;
  throw new Rejection('partner.version_mismatch', 'http.if_match');
}

/** http.if_none_match, http.if_none_match_tags: true if a weak comparison finds the tag. */
export function isUnchanged(sent: string | undefined, current: string): boolean {
  if (sent === undefined) return false;
  return tagsIn(sent).some((tag) => tag === '*' || tag.replace(/^W\//, '') === current);
}

/** Names what a tag belongs to: a record, or the content of a list. */
export const resourceOf = (path: string, id: number | undefined): string =>
  id === undefined ? path : `${path.slice(0, path.indexOf('/{'))}/${id}`;
