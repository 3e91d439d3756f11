import { Rejection } from './answer.ts';
import type { Call } from './call.ts';
import type { Row } from './state.ts';

/** Conditional requests (RFC 9110 §13): ETags, If-Match and If-None-Match. */

const ENTITY_TAG = /^(W\/)?"[^"]*"$/;

/** The tags of a header. `*` stands alone: in a list it is no entity tag. */
const tagsIn = (header: string): string[] =>
  header.trim() === '*'
    ? ['*']
    : header
        .split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)
        .map((tag) => tag.trim())
        .filter((tag) => ENTITY_TAG.test(tag));

/**
 * Compares with the record's version, without the suffix that a tag may have: If-Match strongly, If-None-Match weakly.
 * http.if_match, http.if_match_tags, http.if_none_match_change
 */
export function checkConditions({ headers }: Call, { version }: Row): void {
  const has = (tag: string): boolean => tag === '*' || tag.replace(/-[^"]*"$/, '"') === `"${version}"`;
  const [match, none] = [headers['if-match'], headers['if-none-match']];
  if (match !== undefined && !tagsIn(match).some(has))
    throw new Rejection('partner.version_mismatch', ruleOfTags('if_match', match));
  if (none !== undefined && tagsIn(none).some((tag) => has(tag.replace(/^W\//, ''))))
    throw new Rejection('partner.version_mismatch', 'http.if_none_match_change');
}

/** True if a weak comparison finds the tag. http.if_none_match, http.if_none_match_tags */
export function isUnchanged(sent: string, current: string): boolean {
  return tagsIn(sent).some((tag) => tag === '*' || tag.replace(/^W\//, '') === current);
}

/** Rule of a condition with one strong tag, or with any other value. */
export const ruleOfTags = (condition: 'if_match' | 'if_none_match', tags: string): string =>
  /^"[^"]*"$/.test(tags) ? `http.${condition}` : `http.${condition}_tags`;

/** Path of the resource that an ETag identifies: a record, or a list. */
export const resourceOf = (path: string, id: number | undefined): string =>
  id === undefined ? path : `${path.slice(0, path.indexOf('/{'))}/${id}`;
