import { toFieldErrors } from '../contract/field-errors.ts';
import { composed } from '../contract/text.ts';
import { wrongAmounts, wrongLines } from '../resources/sales/rules.ts';
import { LINE_TYPES, type Line, type LineType, VALIDATORS } from './format.ts';
import { wrongDates } from './plausible.ts';
import type { Problem } from './problem.ts';
import type { TextLine } from './read-lines.ts';

/** A line that is right by itself. */
export interface Entry<Type extends LineType = LineType> {
  readonly number: number;
  readonly line: Line<Type>;
}

/** Parses a line, or returns the problems with it at this time. */
export function parseLine({ number, text, fault = '' }: TextLine, now: number): Entry | readonly Problem[] {
  const problem = (path: string, message: string): Problem => ({ line: number, path, message });
  if (text === undefined) return [problem('', fault)];
  const value = parse(text);
  if (value === undefined) return [problem('', 'is not a JSON object')];
  const type = LINE_TYPES.find((known) => known === value.type);
  if (type === undefined) return [problem('/type', `must be one of ${LINE_TYPES.join(', ')}`)];
  const validate = VALIDATORS[type];
  if (!validate({ requestBody: value })) {
    return toFieldErrors(validate.errors ?? []).map(({ path, message }) => problem(path, message));
  }
  const line = value as unknown as Line;
  const wrong = [...wrongSums(line), ...wrongDates(line, now)];
  return wrong.length > 0 ? wrong.map(({ path, message }) => problem(path, message)) : { number, line };
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = composed(JSON.parse(text));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function wrongSums(line: Line): readonly { path: string; message: string }[] {
  if (line.type === 'sale' || line.type === 'refund') return wrongAmounts(line.payments, line.lines);
  return line.type === 'openOrder' ? wrongLines(line.lines) : [];
}
