import type { Sent } from '../../http/send.ts';
import type { Detail } from '../../specification/answer.ts';
import { queryOf } from '../../specification/request.ts';
import { isObject } from '../../specification/shape.ts';
import { operationAt } from '../operations.ts';

/** The requirements behind a request's errors and conditions. */

/** The requirements on the place of an error, and on the text that was sent there. */
export function rulesOfPlace(detail: Detail, sent: Sent): string[] {
  const { id } = operationAt(sent.method, sent.url) ?? {};
  const own = detail.in === 'body' ? `body.${detail.path.split('/')[1]}` : `param.${detail.path.split('/')[0]}`;
  const of = id === undefined ? [] : [`op.${id}.${own}`, ...(RULES[`${id} ${detail.path} ${detail.rule}`] ?? [])];
  return [...of, ...rulesOfText(detail, sent)];
}

/** Rules that the contract states as schemas of one operation. */
const RULES: Readonly<Record<string, readonly string[]>> = {
  'createModifier /options minItems': ['modifiers.bounds'],
  'updateModifier /options minItems': ['modifiers.bounds'],
  'createPurchaseOrder receive required': ['purchases.receive_required'],
  'createStockTransfer receive required': ['transfers.receive_required'],
  'createStockAdjustment post required': ['adjustments.post'],
  'receivePurchaseOrder /lines minItems': ['purchases.receive_empty'],
  'receiveStockTransfer /lines minItems': ['transfers.receive_empty'],
};

function rulesOfText({ in: place, path, rule }: Detail, sent: Sent): string[] {
  if (place === 'query') return rulesOfParameter(path, rule, queryOf(sent.url).get(path) ?? '');
  if (place !== 'body') return [];
  if (rule === 'readOnly') return ['records.sent_back', 'records.respelled', 'records.read_only_changed'];
  if (rule === 'unknown') return isSentBack(sent) ? ['records.sent_back'] : [];
  if (rule === 'unique') return isAscii(String(valueAt(path, sent.body))) ? [] : ['text.unique'];
  return rule === 'pattern' && MARKS.test(String(valueAt(path, sent.body))) ? ['text.refused'] : [];
}

/** True for a change with properties that only a record has. */
const isSentBack = ({ method, body }: Sent): boolean => method === 'PATCH' && valueAt('/updatedAt', body) !== undefined;

const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);

/** Controls, bidirectional overrides, marks and joiners. */
const MARKS = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u;

const BOOLEAN = /^(true|false)$/i;

function rulesOfParameter(name: string, rule: string, text: string): string[] {
  if (name.includes('[')) return ['http.bracketed_parameters'];
  if (rule === 'unknown') return ['http.unknown_parameters'];
  if (name === 'from' || name === 'to') return ['reports.dates'];
  if (name === 'companyId') return ['keys.company_required', 'keys.sandbox_automatic'];
  if (name === 'page') return ['lists.beyond_the_end'];
  if (name === 'limit') return ['lists.limit', 'lists.limit_max'];
  if (/search$/i.test(name)) return ['lists.blank_search'];
  return BOOLEAN.test(text) ? ['http.boolean_case'] : [];
}

/** The value at a place of a body. */
export function valueAt(pointer: string, body: string | undefined): unknown {
  let value: unknown = parsed(body);
  for (const name of pointer.split('/').slice(1))
    value = Array.isArray(value) ? value[Number(name)] : isObject(value) ? value[name] : undefined;
  return value;
}

function parsed(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? '');
  } catch {
    return undefined;
  }
}

/** The requirement on the key that a request is sent with. */
export function rulesOfKey({ method, url, headers }: Sent): string[] {
  const { id } = operationAt(method, url) ?? {};
  const isKeyed = Object.keys(headers).some((name) => name.toLowerCase() === 'idempotency-key');
  return id === undefined || !isKeyed ? [] : [`op.${id}.param.Idempotency-Key`];
}

/** Anything but a single strong tag. */
const NOT_ONE_TAG = /^(?!"[^"]*"$)|^"\*"$/;

/** The rules of conditions: the parameter's, and those of several tags, weak ones and malformed ones. */
export function rulesOfTags({ method, url, headers }: Sent): string[] {
  const { id, path = '', parameters = [] } = operationAt(method, url) ?? {};
  const content = method === 'GET' && !path.includes('{id}') ? ['http.content_etag'] : [];
  const given = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return ['If-Match', 'If-None-Match'].flatMap((name) => {
    const tags = given.get(name.toLowerCase());
    if (tags === undefined) return [];
    const rule = `http.${name.toLowerCase().replaceAll('-', '_')}_tags`;
    const own = parameters.some((parameter) => parameter.name === name) ? [`op.${id}.param.${name}`] : [];
    const change =
      name === 'If-None-Match' && method !== 'GET' && method !== 'HEAD' ? ['http.if_none_match_change'] : [];
    return [...own, ...content, ...change, ...(NOT_ONE_TAG.test(tags) ? [rule] : [])];
  });
}
