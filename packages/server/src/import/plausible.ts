import { toTimestamp } from '../clock.ts';
import type { Wrong } from '../resources/sales/rules.ts';
import type { Line } from './line.ts';

/** Earliest accepted date, before any record that a back office still has. */
const EARLIEST = '2000-01-01T00:00:00.000Z';

const HOUR = 60 * 60 * 1000;

/** Maximum time by which a till's clock may be fast, in milliseconds. */
const CLOCK_ERROR = HOUR;

/** Offset of the earliest time zone from UTC, in milliseconds. */
const EARLIEST_ZONE = 14 * HOUR;

/** Rejects times before records existed, and times in the future. */
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
