import type { Answer as Actual } from '../../http/send.ts';
import { isRule, ruleOfParameter } from '../../requirements/named-rules.ts';
import type { Detail } from '../../specification/answer.ts';
import { ruleOfTags } from '../../specification/conditions.ts';
import { codeOf, detailsOf } from './errors.ts';
import { namesIn, ruleOfNames, trimmed } from './property-rules.ts';
import { type Requested, valueAt } from './requested.ts';

/** The rule that an error points to, by its code and its first detail. */

const OF_CODES: Readonly<Record<string, string>> = {
  'partner.body_too_large': 'http.body_limit',
  'partner.duplicate': 'records.duplicate_named',
  'partner.idempotency_mismatch': 'http.idempotency_mismatch',
  'partner.internal': 'http.no_server_error',
  'partner.not_found': 'tenancy.unknown_id',
  'partner.reference_not_found': 'records.reference_named',
  'partner.unsupported_media_type': 'http.media_types_alike',
  'partner.validation_failed': 'http.accepts_what_it_documents',
};

/** Rules of kinds of error, whatever the operation. */
export const OF_DETAILS: Readonly<Record<string, string>> = {
  cursor: 'lists.cursor',
  encoding: 'http.encoding',
  fromAfterTo: 'lists.reversed_range',
  maxAmount: 'purchases.amounts_most',
  maxDate: 'dates.bounds',
  maxDepth: 'http.body_depth',
  maxDiscount: 'purchases.discount',
  maxValues: 'http.body_values',
  minorUnits: 'numbers.minor_units',
  readOnly: 'records.sent_back',
  selection: 'modifiers.bounds',
  view_grown: 'changes.view_grown',
};

/** Schemas of single operations that state a rule of docs/behaviour.md. */
const OF_SCHEMAS: Readonly<Record<string, string>> = {
  '/modifiers /options minItems': 'modifiers.bounds',
  '/purchase-orders /lines minItems': 'purchases.receive_empty',
  '/stock-transfers /lines minItems': 'transfers.receive_empty',
};

/** The rule of an error that the specification does not predict. */
export function ruleOfError({ body }: Actual, request: Requested): string | undefined {
  const { headers, families } = request;
  const code = codeOf(body);
  const [detail] = detailsOf(body);
  if (code === 'partner.version_mismatch')
    return headers['if-match'] === undefined
      ? 'http.if_none_match_change'
      : ruleOfTags('if_match', headers['if-match']);
  if (code === 'partner.duplicate' && detail) {
    if (isBeyondAscii(detail, request)) return 'text.unique';
    return ruleOfNames(namesIn(detail.path), families) ?? OF_CODES[code];
  }
  return (
    (detail && (OF_DETAILS[detail.rule] ?? ruleOfEnds(detail, request) ?? ruleOfShape(detail, request))) ??
    OF_CODES[code]
  );
}

/** A text that would be right without the white space at its ends. */
function ruleOfEnds({ in: place, path }: Detail, { body }: Requested): string | undefined {
  const value = place === 'body' ? valueAt(path, body) : undefined;
  return typeof value === 'string' && trimmed(value) !== value ? 'text.trimmed' : undefined;
}

/** The rule of an error of shape, where its place or the value there has one. */
export function ruleOfShape({ in: place, path, rule }: Detail, request: Requested): string | undefined {
  const { operation, query, body, families, method } = request;
  if (place === 'query') {
    if (path.includes('[')) return 'http.bracketed_parameters';
    if (rule === 'unknown') return 'http.unknown_parameters';
    const [name = ''] = path.split('/');
    const text = query.get(name) ?? '';
    if (isNoDay(rule, text)) return 'dates.existing';
    if (/search$/i.test(name) && rule === 'pattern') return 'lists.blank_search';
    if (name === 'limit' && rule === 'maximum') return 'lists.limit_max';
    if (rule === 'type' && /^(true|false)$/i.test(text)) return 'http.boolean_case';
    if (rule === 'type' && path === `${name}/0` && /^\d+,/.test(text)) return 'http.csv_or_repeated';
    const required = `${families[0]}.${name}_required`;
    if (rule === 'required' && isRule(required)) return required;
    return ruleOfParameter(name, [...families, 'lists', 'keys']);
  }
  if (place !== 'body') return undefined;
  const value = valueAt(path, body);
  if (rule === 'unknown' && method === 'PATCH' && valueAt('/updatedAt', body) !== undefined) return 'records.sent_back';
  if (rule === 'type' && typeof value === 'number') return 'numbers.exact';
  if (isNoDay(rule, String(value))) return 'dates.existing';
  if (rule === 'pattern' && MARKS.test(String(value))) return 'text.refused';
  return Object.entries(OF_SCHEMAS).find(([key]) => `${operation?.path} ${path} ${rule}`.match(prefixed(key)))?.[1];
}

/** A key of a schema, whatever follows its path's first segment. */
const prefixed = (key: string): RegExp => new RegExp(`^${key.replace(' ', '\\S* ')}$`);

const isNoDay = (rule: string, text: string): boolean => rule === 'format' && /^\d{4}-\d{2}-\d{2}/.test(text);

/** True if the value has letters beyond ASCII, whose case and accents are harder to compare. */
export const isBeyondAscii = ({ path }: Detail, { body }: Requested): boolean =>
  /[^\0-\x7f]/.test(String(valueAt(path, body)));

/** Controls, bidirectional overrides, marks and joiners. */
const MARKS = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u;
