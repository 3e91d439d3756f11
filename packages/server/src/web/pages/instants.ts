import { html } from 'hono/html';
import type { Html } from '../languages/html.ts';

const DATE_TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** An instant of RFC 3339, to the minute, in UTC. */
export const instantOf = (at: string): Html =>
  html`<time datetime="${at}">${DATE_TIME.format(Date.parse(at))} UTC</time>`;

/** The day of an instant, in UTC. */
export const dayOf = (at: string): Html => html`<time datetime="${at}">${DATE.format(Date.parse(at))}</time>`;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Time from now until an instant in its two largest units; a script of the console counts it down. */
export const timeUntil = (at: string, now: number): Html =>
  html`<time datetime="${at}" data-countdown>${durationText(Math.max(0, Date.parse(at) - now))}</time>`;

function durationText(milliseconds: number): string {
  const [days, hours, minutes] = [
    Math.floor(milliseconds / DAY),
    Math.floor((milliseconds % DAY) / HOUR),
    Math.floor((milliseconds % HOUR) / MINUTE),
  ];
  if (days > 1) return `${days} days`;
  return days > 0 || hours > 0 ? `${days * 24 + hours} h ${minutes} min` : `${minutes} min`;
}
