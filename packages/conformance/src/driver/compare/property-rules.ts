import { exact } from '../../decimals.ts';
import type { Answer } from '../../specification/answer.ts';

/** The requirements on one property of a body. */

/** The requirements of the innermost property that has some of its own, of the kind of value, and of the answer. */
export function rulesAt(at: string, expected: unknown, got: unknown, predicted: Answer): string[] {
  const { parts = {}, rule } = predicted;
  if (at.startsWith('/dryRun')) return ['dry_run.movements', parts.movements ?? [], rule].flat();
  const ofEntry = ENTRY_ID.test(at) ? ['lines.keep_ids'] : [];
  return [...new Set([ofEntry, ownRules(at, predicted), ofValue(expected, got), parts['*'] ?? rule].flat())];
}

/** The id of an entry of a record, alone or in a list. */
const ENTRY_ID = /^(\/data\/\d+)?\/(lines|options|variants)\/\d+\/id$/;

export function ownRules(at: string, { parts = {} }: Answer): readonly string[] {
  const names = at
    .split('/')
    .filter((name) => !/^\d+$/.test(name))
    .toReversed();
  const keys = names.flatMap((name, i) => [`${names[i + 1]}/${name}`, name]);
  const own = keys.find((key) => key !== '' && Object.hasOwn(parts, key));
  return own === undefined ? [] : [parts[own] ?? []].flat();
}

const DECIMAL = /^-?\d+(\.\d+)?$/;

/** Amounts, quantities and texts have rules of their own. */
function ofValue(expected: unknown, got: unknown): string[] {
  if (typeof expected !== 'string' || typeof got !== 'string') return [];
  if (!DECIMAL.test(expected) || !DECIMAL.test(got)) return ofText(expected, got);
  return exact(expected) === exact(got) ? ['numbers.canonical'] : ['numbers.exact'];
}

const DAY = /^\d{4}-\d\d-\d\d/;

/** White space and characters without width at both ends. */
const ENDS = /^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu;

/** Texts that differ only in what is normalized, trimmed or refused. */
function ofText(expected: string, got: string): string[] {
  const alike = (form: (text: string) => string) => form(expected) === form(got);
  if (alike((text) => text.normalize())) return ['text.normalized'];
  if (alike((text) => text.replace(ENDS, ''))) return ['text.trimmed'];
  if (alike((text) => text.replace(/\p{Cf}/gu, ''))) return ['text.refused'];
  return DAY.test(expected) ? [] : ['http.text_kept'];
}
