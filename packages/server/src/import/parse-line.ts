import { toFieldErrors } from '../contract/field-errors.ts';
import { composed } from '../contract/text.ts';
import { wrongAmounts, wrongLines } from '../resources/sales/rules.ts';
import { LINE_TYPES, validatorOf } from './format.ts';
import type { Line, LineType } from './line.ts';
import { wrongDates } from './plausible.ts';
import type { Problem } from './problem.ts';
import type { TextLine } from './read-lines.ts';

/** A line that is valid by itself. */
export interface Entry<Type extends LineType = LineType> {
  readonly number: number;
  readonly line: Line<Type>;
}

/** A line that is invalid by itself. */
export interface FaultyLine {
  readonly problems: readonly Problem[];
  /** The record of the line. Later lines may refer to it. */
  readonly introduces?: { readonly type: LineType; readonly externalId: string };
}

/** Parses and validates a line. Its dates are compared with `now`. */
export function parseLine({ number, text, fault = '' }: TextLine, now: number): Entry | FaultyLine {
  const faulty = (...found: readonly { path: string; message: string }[]): FaultyLine => ({
    problems: found.map(({ path, message }) => ({ line: number, path, message })),
  });
  if (text === undefined) return faulty({ path: '', message: fault });
  const value = parse(text);
  if (value === undefined) return faulty({ path: '', message: 'is not a JSON object' });
  const type = LINE_TYPES.find((known) => known === value.type);
  if (type === undefined) return faulty({ path: '/type', message: `must be one of ${LINE_TYPES.join(', ')}` });
  const validate = validatorOf(type);
  const isValid = validate({ requestBody: value });
  const { externalId } = value;
  const introduces = typeof externalId === 'string' ? { introduces: { type, externalId } } : {};
  if (!isValid) return { ...faulty(...toFieldErrors(validate.errors ?? [])), ...introduces };
  const line = value as unknown as Line;
  const wrong = [...wrongSums(line), ...wrongDates(line, now)];
  return wrong.length > 0 ? { ...faulty(...wrong), ...introduces } : { number, line };
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
