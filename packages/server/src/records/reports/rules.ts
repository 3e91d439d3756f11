import { validationFailed } from '../../errors.ts';

/** Business days of a report, both included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

const MOST_DAYS = 366;
const DAY = 24 * 60 * 60 * 1000;

/** Rejects a period that ends before it begins, or is longer than a leap year. */
export function checkPeriod({ from, to }: Period): void {
  const days = (Date.parse(to) - Date.parse(from)) / DAY + 1;
  if (days < 1) throw refused('fromAfterTo', `must not be before from, which is ${from}`);
  if (days > MOST_DAYS) throw refused('maxDays', `must be within ${MOST_DAYS} days of from; these are ${days}`);
}

const refused = (rule: string, message: string) => validationFailed([{ in: 'query', path: 'to', rule, message }]);

/** Stores to report on, null for all: those requested, limited to those the caller may see. */
export function visibleStores(
  asked: readonly number[] | undefined,
  approved: readonly number[] | null | undefined,
): readonly number[] | null {
  if (!asked) return approved ?? null;
  return approved ? asked.filter((id) => approved.includes(id)) : asked;
}
