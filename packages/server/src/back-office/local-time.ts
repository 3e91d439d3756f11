export const HOUR = 60 * 60 * 1000;
export const DAY = 24 * HOUR;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  formats.set(timeZone, format);
  return format;
}

/** Offset of a time zone from UTC at an instant, in milliseconds. */
function offsetAt(timeZone: string, instant: number): number {
  const parts = formatOf(timeZone).formatToParts(instant);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** The local time at an instant, as if it were UTC. */
export const toLocal = (timeZone: string, instant: number): number => instant + offsetAt(timeZone, instant);

/** Converts a local time to an instant, unless a clock change skips or repeats it. `local` reads as if it were UTC. */
export function fromLocal(timeZone: string, local: number): number {
  const nearby = local - offsetAt(timeZone, local);
  return local - offsetAt(timeZone, nearby);
}
