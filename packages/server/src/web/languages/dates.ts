import type { Region } from '../../storage/region.ts';
import type { Language } from './languages.ts';

/** Time zone of most of a region's merchants, in which days are shown. */
const TIME_ZONES: Readonly<Record<Region, string>> = {
  UK: 'Europe/London',
  US: 'America/New_York',
  IN: 'Asia/Kolkata',
  AE: 'Asia/Dubai',
};

/** The day of an instant, in the language of the page. */
export function dayIn({ locale }: Language, region: Region, instant: number): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: TIME_ZONES[region] }).format(instant);
}

/** A date in few characters, for tables. */
export function shortDay({ locale }: Language, date: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(date));
}

/** An instant of the database, for people whose time zone is not known. */
export function instantIn({ locale }: Language, text: string): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return `${format.format(toInstant(text))} (UTC)`;
}

/** An instant as the database writes it, such as `2026-03-02 08:15:30.5+00`. */
export function toInstant(text: string): number {
  const iso = text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
  return Date.parse(iso);
}
