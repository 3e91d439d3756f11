import { toTimestamp } from '../clock.ts';
import type { Wrong } from '../resources/sales/rules.ts';
import type { Line } from './line.ts';

/** Older than any record that a back office still has. */
const EARLIEST = '2000-01-01T00:00:00.000Z';

const HOUR = 60 * 60 * 1000;

/** Maximum lead of a till's clock over this one, in milliseconds. */
const CLOCK_ERROR = HOUR;

/** The earliest time zone is this far ahead of UTC, so that its day has begun. */
const EARLIEST_ZONE = 14 * HOUR;

/** Checks the time of a line: not before there were records, and not in the future. */
export function wrongDates(line: Line, now: number): readonly Wrong[] {
  if (line.type === 'purchaseReturn') return implausible('/date', line.date, now + EARLIEST_ZONE);
  return 'at' in line && typeof line.at === 'string' ? implausible('/at', line.at, now + CLOCK_ERROR) : [];
}

function implausible(path: string, text: string, latest: number): Wrong[] {
  const time = Date.parse(text);
  if (time < Date.parse(EARLIEST)) return [{ path, message: `must not be before ${EARLIEST.slice(0, 10)}: ${text}` }];
  if (time <= latest) return [];
  return [{ path, message: `must not be in the future, later than ${toTimestamp(latest)}: ${text}` }];
}
