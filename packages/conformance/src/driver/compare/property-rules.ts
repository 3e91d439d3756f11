import { CONTRACT } from '../../contract/specification-contract.ts';
import { exact } from '../../decimals.ts';
import { isRule, ruleOfProperty } from '../../requirements/named-rules.ts';
import { type Operation, resolved } from '../../specification/contract.ts';
import { isObject } from '../../specification/shape.ts';
import { type Requested, valueAt } from './requested.ts';

/** The rule of one property of a response. */

export interface Deviation {
  readonly at: string;
  readonly expected: unknown;
  readonly got: unknown;
}

/** Properties whose rule is not the first that names them in docs/behaviour.md, as `list/property` or `family.property`. */
const OWN: Readonly<Record<string, string>> = {
  'lines/id': 'lines.keep_ids',
  'options/id': 'lines.keep_ids',
  'variants/id': 'lines.keep_ids',
  'variants/cost': 'purchases.cost',
  'items.cost': 'purchases.cost',
  'adjustments.date': 'adjustments.update_draft',
  'adjustments.storeId': 'adjustments.update_draft',
  'modifiers.items': 'modifiers.full',
  'atStore/variants': 'items.variant_at_store',
  'results/status': 'batches.alone',
  'results/error': 'batches.alone',
  'pagination/limit': 'lists.limit',
  'pagination/hasMore': 'lists.total',
  'pagination/nextCursor': 'lists.cursor',
};

/** Parts of a body that no rule is about. */
const FRAMES = new Set(['data', 'results', 'item']);

/** Parts of a body whose rule is also that of the properties in them. */
const WHOLE = new Set(['atStore', 'record', 'stores', 'totals', 'variants']);

/** Names of the properties on the way to a value. */
export const namesIn = (pointer: string): string[] =>
  pointer.split('/').filter((name) => name !== '' && !/^\d+$/.test(name));

/** By how the values differ, then by the property's name, then by what was sent; else the answer's rule. */
export function ruleAt(deviation: Deviation, rule: string, request: Requested): string {
  const { at } = deviation;
  if (at.startsWith('/dryRun')) return 'dry_run.movements';
  if (/approved_stores$|idempotency_replay$/.test(rule)) return rule;
  const names = namesIn(at);
  if (rule === 'records.unchanged' && /^\/(version|updatedAt)$/.test(at)) return rule;
  return (
    ruleOfSpelling(deviation) ??
    ruleOfAbsence(names, deviation, request) ??
    ruleOfUpsert(deviation, request) ??
    ruleOfNames(names, request.families) ??
    ruleOfContent(deviation) ??
    ruleOfSending(names, rule, request)
  );
}

/** The rule of the innermost property that has one. */
export function ruleOfNames(names: readonly string[], families: readonly string[]): string | undefined {
  const [family = ''] = families;
  const all = [...families, 'records', 'lists'];
  const ruleOf = (name: string, i: number) =>
    FRAMES.has(name)
      ? undefined
      : (OWN[`${names[i - 1]}/${name}`] ?? OWN[`${family}.${name}`] ?? ruleOfProperty(name, all));
  const rules = names.map((name, i) => [name, ruleOf(name, i)] as const).filter(([, rule]) => rule !== undefined);
  const own = rules.at(-1)?.[1];
  const isOwn = own !== undefined && Object.values(OWN).includes(own);
  const whole = rules.findLast(([name, rule]) => WHOLE.has(name) && rule?.startsWith(`${family}.`))?.[1];
  return isOwn ? own : (whole ?? own);
}

/** A property that a create left out, or that a change cleared. */
function ruleOfAbsence([name = '']: readonly string[], { expected }: Deviation, request: Requested) {
  const { method, body, operation, families } = request;
  if (!isObject(body)) return undefined;
  if (method === 'PATCH') return body[name] === null ? 'records.null_clears' : undefined;
  const isOfCreate = method === 'POST' && operation?.status === 201 && !(name in body);
  if (!isOfCreate || !isWritable(operation, name)) return undefined;
  const own = `${families[0]}.defaults`;
  const exact = ruleOfProperty(name, families);
  if (exact?.endsWith(`.${name}`)) return exact;
  return isRule(own) ? own : expected === null ? 'records.optional_null' : undefined;
}

/** An upsert that does not find what it should change, or creates what is there. */
function ruleOfUpsert({ at, expected }: Deviation, { body }: Requested): string | undefined {
  const [, index] = /^\/results\/(\d+)\/status$/.exec(at) ?? [];
  const isUpsert = index !== undefined && valueAt(`/operations/${index}/op`, body) === 'upsert';
  return isUpsert && Number(expected) < 400 ? 'batches.upsert' : undefined;
}

const isWritable = ({ body = {} }: Operation, name: string): boolean =>
  name in (resolved(body, CONTRACT.schemas).properties ?? {});

const DECIMAL = /^-?\d+(\.\d+)?$/;

/** Without white space and characters without width at both ends. */
export const trimmed = (text: string): string => text.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '');

/** Equal numbers in another spelling, and texts that differ only by what is normalized, trimmed or refused. */
function ruleOfSpelling({ expected, got }: Deviation): string | undefined {
  if (typeof expected !== 'string' || typeof got !== 'string') return undefined;
  if (DECIMAL.test(expected) && DECIMAL.test(got))
    return exact(expected) === exact(got) ? 'numbers.canonical' : undefined;
  const alike = (form: (text: string) => string) => form(expected) === form(got);
  if (alike((text) => text.normalize())) return 'text.normalized';
  if (alike(trimmed)) return 'text.trimmed';
  return alike((text) => text.replace(/\p{Cf}/gu, '')) ? 'text.refused' : undefined;
}

const DAY = /^\d{4}-\d\d-\d\d/;

/** Other numbers and other texts, where the property has no rule. */
function ruleOfContent({ expected, got }: Deviation): string | undefined {
  if (typeof expected !== 'string' || typeof got !== 'string' || DAY.test(expected)) return undefined;
  return DECIMAL.test(expected) && DECIMAL.test(got) ? 'numbers.exact' : 'http.text_kept';
}

/** Anything else a write sent is kept, and what a change does not send stays. */
function ruleOfSending([name = '']: readonly string[], rule: string, { method, body }: Requested): string {
  if (!rule.startsWith('records.') && rule !== 'stateful.model') return rule;
  if (method === 'GET' || (isObject(body) && name in body)) return 'records.kept';
  return rule;
}
