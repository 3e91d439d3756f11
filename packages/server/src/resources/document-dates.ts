import { type FieldError, validationFailed } from '../errors.ts';

/** Dates of a document, by the names of their properties. */
type Dates<Name extends string> = Readonly<Record<Name, string | null>>;

const DAY = 24 * 60 * 60 * 1000;

/** The time zone in which a day begins first is UTC+14. */
export const FIRST_ZONE = 14 * 60 * 60 * 1000;

/** The day that comes so many days after today, where it is already the latest day. */
const dayAhead = (days: number, now: number): string =>
  new Date(now + FIRST_ZONE + days * DAY).toISOString().slice(0, 10);

/** Finds dates that lie further ahead than they may, in days. A date that the document had before may stay. */
export function farAhead<Name extends string>(
  most: Readonly<Record<Name, number>>,
  dates: Dates<Name>,
  before: Dates<Name> | undefined,
  now: number,
): FieldError[] {
  return (Object.entries(most) as [Name, number][]).flatMap(([name, days]) => {
    const [date, last] = [dates[name], dayAhead(days, now)];
    if (date === null || date === before?.[name] || date <= last) return [];
    const message = `must be at most ${days} days ahead, no later than ${last}`;
    return [{ in: 'body', path: `/${name}`, rule: 'maxDate', message }];
  });
}

/** Rejects a document's date that lies further ahead than so many days. */
export function refuseFarAhead(
  days: number,
  document: Dates<'date'>,
  before: Dates<'date'> | undefined,
  now: number,
): void {
  const errors = farAhead({ date: days }, document, before, now);
  if (errors.length > 0) throw validationFailed(errors);
}
