/** Values that services tend to mishandle: one table for bodies and queries. */

/**
 * Texts that a careless escape, pattern, statement or case folding would change. Typographic quotation marks begin none,
 * because versions of the root collation differ in where they sort them.
 */
export const AWKWARD = [
  ...['%', '_', '%_\\', "o'clock", '"q"', '\\', '<b>&amp;', "'; drop table x; --", 'a,b', '$1', 'x-y', '½'],
  ...[
    'İı',
    'straße',
    'ẞ',
    'ﬁ',
    'عربى',
    '日本',
    '🍌',
    '👩‍👩‍👧',
    'ΣΊΣΥΦΟΣ',
    'Ёлка',
    'कला',
    'Joe’s',
    'Cold–“brew”',
    '12″ × 5′',
  ],
];

/** Texts that composition (NFC) changes: signs, syllables, marks in another order, a letter that is only written with its mark. */
export const UNCOMPOSED = [
  'e\u0301',
  'é\u0301',
  '\u212A \u212B \u2126',
  '한국'.normalize('NFD'),
  'a\u0307\u0323',
  '\u0958',
];

/** One space of each kind that separates words in some script, and the zero-width ones. */
export const SPACES = [...' \u00A0\u1680\u2003\u200B\u202F\u205F\u2060\u3000\uFEFF'];

/** Marks and joiners that scripts need. */
export const JOINERS = [...'\u200C\u200D\u200E\u200F\u00AD'];

/** Characters that no text may contain: controls, separators, halves of pairs, and those that turn the direction of writing. */
export const REFUSED = [
  ...['\u0000', '\u0007', '\t', '\n', '\u001B', '\u001D', '\u007F', '\u0085', '\u009F', '\u2028', '\ud800'],
  ...'\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069',
];

/** Searches for nothing: spaces, and accents that stand alone. */
export const BLANK = [
  '',
  ' ',
  '  ',
  '\u00A0',
  '\u3000',
  '´',
  '¨',
  '¯',
  '¸',
  '˜',
  '´ ¨',
  '\u0301',
  '\u200B',
  ' \u0301 ',
  '\u0001',
];

/** Numbers beyond any list, beyond exact numbers, and beyond the integers of databases; and spellings of small ones. */
export const FAR = [
  '1000',
  '1000001',
  '9007199254740991',
  '9007199254740993',
  '92233720368547758',
  '99999999999999999999999',
];

export const BOOLEANS = ['true', 'false', '1', '0', 'TRUE', 'False', 'tRue', 'yes'];

/** Cursors of no page. */
export const CURSORS = ['x', 'YQ.YQ', 'W10.AAAAAAAAAAAAAAAAAAAAAA'];

/** A day, times of day and an offset that do not exist, and a leap second. dates.existing */
export const NO_INSTANTS = ['30T12:00:00Z', '28T24:00:00Z', '28T12:00:00+24:00', '28T23:59:60Z'].map(
  (end) => `2026-02-${end}`,
);
