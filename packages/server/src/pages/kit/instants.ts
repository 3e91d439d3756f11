import { html } from 'hono/html';
import type { Html } from '../languages/html.ts';
import { DEFAULT_LANGUAGE, type Language } from '../languages/languages.ts';

/**
 * One format for instants and days on all pages, labelled as UTC. A script shows instants in the reader's zone instead:
 * merchants' pages name it with the time, developers' and operators' pages in the tooltip.
 */

const DAY_PARTS = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
const MINUTE_PARTS = { ...DAY_PARTS, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const PARTS = { day: DAY_PARTS, minute: MINUTE_PARTS, second: { ...MINUTE_PARTS, second: '2-digit' } } as const;

type Precision = keyof typeof PARTS;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf({ locale }: Language, precision: Precision): Intl.DateTimeFormat {
  const key = `${locale} ${precision}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, PARTS[precision]);
  formats.set(key, format);
  return format;
}

/** An instant as text, such as `22 Nov 2026, 23:10 UTC`. */
export const instantText = (language: Language, at: number, precision: 'minute' | 'second' = 'minute'): string =>
  `${formatOf(language, precision).format(at)} UTC`;

/** An instant on a merchant's page or an account's. A script shows it in the reader's zone, and names that. */
export const instantIn = (language: Language, at: number): Html =>
  html`<time datetime="${new Date(at).toISOString()}" data-instant="zoned">${instantText(language, at)}</time>`;

/** An RFC 3339 instant on an English page. A script shows it in the reader's zone; hovering shows the zone, and UTC. */
export const instantOf = (at: string, precision: 'minute' | 'second' = 'minute'): Html =>
  html`<time datetime="${at}" data-instant="${precision}">${instantText(DEFAULT_LANGUAGE, Date.parse(at), precision)}</time>`;

/** An RFC 3339 instant, or a dash if there is none. */
export const when = (at: string | null): Html | string => (at === null ? '–' : instantOf(at));

/** A day in UTC, such as `22 Nov 2026 (UTC)`. */
export const dayText = (language: Language, date: string): string =>
  `${formatOf(language, 'day').format(Date.parse(date))} (UTC)`;

/** Parses an instant as the database writes it, such as `2026-03-02 08:15:30.5+00`. */
export function toInstant(text: string): number {
  const iso = text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
  return Date.parse(iso);
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Time until an instant, in its two largest units. A script of the console counts it down. */
export const timeUntil = (at: string, now: number): Html =>
  html`<time datetime="${at}" data-countdown>${durationText(Math.max(0, Date.parse(at) - now))}</time>`;

/** A duration in its two largest units. */
export function durationText(milliseconds: number): string {
  const [days, hours, minutes] = [
    Math.floor(milliseconds / DAY),
    Math.floor((milliseconds % DAY) / HOUR),
    Math.floor((milliseconds % HOUR) / MINUTE),
  ];
  if (days > 1) return `${days} days`;
  return days > 0 || hours > 0 ? `${days * 24 + hours} h ${minutes} min` : `${minutes} min`;
}
