/** Compares letters alone, as `region.fold` leaves them (0010_unicode_text.sql). */
const LETTERS = new Intl.Collator('en', { sensitivity: 'base' });

/** Tells whether a text has anything to search for once it is folded: spaces, accents and other marks fold to nothing. */
export const isSearchable = (text: string): boolean =>
  LETTERS.compare(text.normalize('NFKD').replaceAll(/\s/g, ''), '') !== 0;
