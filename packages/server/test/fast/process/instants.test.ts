import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDay, parseInstant, toTimestamp } from '../../../src/process/time.ts';

const number = (digits: number, most: number) =>
  fc.integer({ min: 0, max: most }).map((value) => String(value).padStart(digits, '0'));

const day = fc.tuple(number(4, 9999), number(2, 13), number(2, 32)).map((parts) => parts.join('-'));
const time = fc.tuple(number(2, 25), number(2, 61), number(2, 61)).map((parts) => parts.join(':'));
const fraction = fc.option(fc.stringMatching(/^\.[0-9]{1,9}$/), { nil: '' });
const offset = fc.oneof(
  fc.constant('Z'),
  fc.tuple(fc.constantFrom('+', '-'), number(2, 25), number(2, 61)).map(([sign, h, m]) => `${sign}${h}:${m}`),
);

/** Milliseconds by which local time is ahead. */
function ahead(text: string): number {
  const [, sign = '+', hours = 0, minutes = 0] = /^([+-])(\d\d):(\d\d)$/.exec(text) ?? [];
  return Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

test('parseInstant returns the instant that it was given, or none', () => {
  fc.assert(
    fc.property(day, time, fraction, offset, (date, clock, finer, zone) => {
      const at = parseInstant(`${date}T${clock}${finer}${zone}`);
      if (at === undefined) return;
      expect(toTimestamp(at + ahead(zone))).toBe(`${date}T${clock}.${finer.slice(1, 4).padEnd(3, '0')}Z`);
    }),
    { numRuns: 2000 },
  );
});

test('parseInstant accepts every instant that is shown', () => {
  const shown = fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(shown, (at) => {
      expect(parseInstant(toTimestamp(at.getTime()))).toBe(at.getTime());
    }),
  );
});

test.each([
  '2026-02-30',
  '2026-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '2026-1-1',
  '2026-01-01T00:00:00Z',
  '',
])('%j is no day', (text) => expect(isDay(text)).toBe(false));

test.each(['2024-02-29', '0001-01-01', '9999-12-31'])('%j is a day', (text) => expect(isDay(text)).toBe(true));

test.each([
  ...['2026-02-30T00:00:00Z', '2026-02-10T24:00:00Z', '2026-02-10T25:61:00Z', '2026-12-31T23:59:60Z'],
  ...[
    '2026-02-10T12:00:00+24:00',
    '2026-02-10T12:00:00+05:60',
    '2026-02-10T12:00:00',
    '2026-02-10T12:00Z',
    '2026-02-10',
  ],
])('%j is no instant', (text) => expect(parseInstant(text)).toBeUndefined());
