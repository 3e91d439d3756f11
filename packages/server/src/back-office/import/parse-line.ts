import { toFieldErrors } from '../../contract/field-errors.ts';
import { composed } from '../../contract/text.ts';
import { toTimestamp } from '../../process/clock.ts';
import { parseInstant } from '../../process/instants.ts';
import { type Wrong, wrongAmounts, wrongLines } from '../../records/sales/rules.ts';
import { LINE_TYPES, validatorOf } from './format.ts';
import type { Line, LineType } from './line.ts';
import type { Problem } from './problem.ts';
import type { TextLine } from './read-lines.ts';

/** Earliest accepted date; no back office still has older records. */
const EARLIEST = '2000-01-01T00:00:00.000Z';

const HOUR = 60 * 60 * 1000;

/** Milliseconds by which a till's clock may be fast. */
const CLOCK_ERROR = HOUR;

/** Largest offset of a time zone ahead of UTC, in milliseconds. */
const EARLIEST_ZONE = 14 * HOUR;

/** A line that is valid on its own; references are not checked yet. */
export interface Entry<Type extends LineType = LineType> {
  readonly number: number;
  readonly line: Line<Type>;
}

/** A line that is invalid on its own. */
export interface FaultyLine {
  readonly problems: readonly Problem[];
  /** The record of the line. Later lines may refer to it. */
  readonly introduces?: { readonly type: LineType; readonly externalId: string };
}

/** Parses and validates a line. Its dates are compared with `now`. */
export function parseLine({ number, text, fault = '' }: TextLine, now: number): Entry | FaultyLine {
  const faulty = (...found: readonly Wrong[]): FaultyLine => ({
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
  return wrong.length > 0 ? { ...faulty(...wrong), ...introduces } : { number, line: spelled(line) };
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

/** Spells the line's instant as responses do, in whole milliseconds. */
function spelled(line: Line): Line {
  const at = instantOf(line);
  return at === undefined ? line : ({ ...line, at: toTimestamp(parseInstant(at) as number) } as Line);
}

/** The instant of a valid line, if it has one. */
const instantOf = (line: Line): string | undefined =>
  'at' in line && typeof line.at === 'string' ? line.at : undefined;

function wrongSums(line: Line): readonly Wrong[] {
  if (line.type === 'sale' || line.type === 'refund') return wrongAmounts(line);
  return line.type === 'openOrder' ? wrongLines(line.lines) : [];
}

/** Rejects times in the future and before the earliest accepted date. */
function wrongDates(line: Line, now: number): readonly Wrong[] {
  if (line.type === 'purchaseReturn')
    return implausible('/date', line.date, Date.parse(line.date), now + EARLIEST_ZONE);
  const at = instantOf(line);
  return at === undefined ? [] : implausible('/at', at, parseInstant(at) as number, now + CLOCK_ERROR);
}

function implausible(path: string, text: string, time: number, latest: number): Wrong[] {
  if (time < Date.parse(EARLIEST)) return [{ path, message: `must not be before ${EARLIEST.slice(0, 10)}: ${text}` }];
  if (time <= latest) return [];
  return [{ path, message: `must not be in the future, later than ${toTimestamp(latest)}: ${text}` }];
}
