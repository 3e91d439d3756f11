import { ARABIC } from './arabic.ts';
import { ENGLISH, type Sentences } from './english.ts';
import { HINDI } from './hindi.ts';

/** A language of the pages (consent.localised). */
export interface Language {
  readonly code: 'en' | 'ar' | 'hi';
  /** Name of the language in that language. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  readonly say: Sentences;
  /** Locale for dates. */
  readonly locale: string;
}

const EN: Language = { code: 'en', name: 'English', direction: 'ltr', say: ENGLISH, locale: 'en-GB' };
const AR: Language = { code: 'ar', name: 'العربية', direction: 'rtl', say: ARABIC, locale: 'ar-AE' };
const HI: Language = { code: 'hi', name: 'हिन्दी', direction: 'ltr', say: HINDI, locale: 'hi-IN' };

export const LANGUAGES = [EN, AR, HI] as const;

export const DEFAULT_LANGUAGE = EN;

export const languageOf = (code: string | undefined): Language | undefined =>
  LANGUAGES.find((language) => language.code === code);
