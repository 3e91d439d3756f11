// Copied from packages/conformance/src/specification: change that, then run `pnpm generate`.

import { isDay } from './days.ts';
import { memoized } from './memoized.ts';

/** Texts, instants and decimals as requests spell them and responses show them. */

/** Trims white space and zero-width characters. text.trimmed */
export const trimmed = (text: string): string => text.replace(/^[\s\u200B\u2060]+|[\s\u200B\u2060]+$/g, '');

/** Formats an instant of whole milliseconds as in responses. Other text stays unchanged. records.respelled */
export function spelledInstant(text: string): string {
  const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3}0*)?(Z|[+-]\d{2}:\d{2})$/i;
  const at = instant.test(text) && isDay(text.slice(0, 10)) ? Date.parse(text.toUpperCase()) : Number.NaN;
  return Number.isNaN(at) ? text : new Date(at).toISOString();
}

/** Compares letters alone: without case, accents, joiners, and whatever else the root collation ignores at first. */
const LETTERS = new Intl.Collator('und', { sensitivity: 'base' });

/** True for an accent, a joiner and the like. White space separates words. */
const isNoLetter = memoized((character: string) => !/\s/.test(character) && LETTERS.compare(character, '') === 0);

/** Letters with a stroke, and ligatures, which are other letters with an accent. */
const PLAIN = { ø: 'o', đ: 'd', ħ: 'h', ł: 'l', æ: 'ae', œ: 'oe', ς: 'σ' };

/** Characters of typography, and those of keyboards. A double prime is decomposed into two. */
const TYPOGRAPHY: readonly (readonly [RegExp, string])[] = [
  [/[“”„‟«»ʺˮ]|′′|‵‵/g, '"'],
  [/[‘’‚‛‹›′‵ʹʻʼʽˈ]/g, "'"],
  [/[‐‑‒–—―−⁃⸺⸻֊־]/g, '-'],
  [/[⁄∕]/g, '/'],
];

/**
 * Folds case and accents, in every script that Unicode folds, and typography. Upper case comes first, so that letters that
 * differ by case in one direction alone are equal: ß and ss, ı and i. text.unique, text.search
 */
export function folded(value: unknown): string {
  const text = String(value);
  if (PRINTABLE_ASCII.test(text)) return text.toLowerCase();
  const letters = [...text.normalize('NFKD')]
    .filter((character) => !isNoLetter(character))
    .join('')
    .toUpperCase()
    .toLowerCase();
  return TYPOGRAPHY.reduce((plain, [typographic, typed]) => plain.replaceAll(typographic, typed), letters)
    .replaceAll(/[øđħłæœς]/g, (letter) => PLAIN[letter as keyof typeof PLAIN])
    .normalize('NFC');
}

/** Most texts, of which only the case is folded. */
const PRINTABLE_ASCII = /^[ -~]*$/;

/** A decimal string with at least `least` decimals and no further trailing zeros. numbers.canonical */
export function canonical(text: string, least: number): string {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)0*(\d+?)(?:\.(\d*))?$/.exec(text) ?? [];
  const decimals = fraction.replace(/0+$/, '').padEnd(least, '0');
  return `${sign}${whole}${decimals && `.${decimals}`}`;
}

const COLLATOR = new Intl.Collator('und');

/** Compares names in Unicode's root collation. text.sort */
export const compareText = (one: string, other: string): number => COLLATOR.compare(one, other);

/** The numbers of a code's characters, by which codes sort: capitals come before small letters. text.sort */
export const characters = (code: unknown): number[] => [...String(code)].map((one) => one.codePointAt(0) ?? 0);

/** A text of a query as it is stored. text.normalized, text.trimmed */
export const stored = (text: unknown): string => trimmed(String(text).normalize('NFC'));
