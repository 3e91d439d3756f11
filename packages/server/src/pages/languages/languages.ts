import { html } from 'hono/html';
import arabic from './arabic.json' with { type: 'json' };
import english from './english.json' with { type: 'json' };
import hindi from './hindi.json' with { type: 'json' };
import type { Html } from './html.ts';

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

/** Texts of the pages. All languages have the texts of the English file, so a missing one does not compile. */
type Texts = typeof english;

/** Turns a text with placeholders into a function. */
type Fill<Sentence> = (text: string) => Sentence;

/** A text whose placeholders, in the order of the arguments, are filled with HTML. The text itself is escaped. */
const markup =
  <const Names extends readonly string[]>(
    ...names: Names
  ): Fill<(...given: { readonly [At in keyof Names]: Html }) => Html> =>
  (text) => {
    const { parts, order } = parse(text, names);
    const escaped = parts.map((part) => String(html`${part}`));
    const strings = Object.assign(escaped, { raw: escaped });
    return (...given) => html(strings, ...order.map((at) => given[at]));
  };

/** A text whose placeholders are filled with text. */
const plain =
  <const Names extends readonly string[]>(
    ...names: Names
  ): Fill<(...given: { readonly [At in keyof Names]: string | number }) => string> =>
  (text) => {
    const { parts, order } = parse(text, names);
    return (...given) => String.raw({ raw: parts }, ...order.map((at) => given[at]));
  };

/** Splits a text at its placeholders, such as `{app}`. `order` holds the index of each one among the names. */
function parse(text: string, names: readonly string[]): { parts: string[]; order: number[] } {
  const pieces = text.split(/\{(\w+)\}/);
  const order = pieces.filter((_, at) => at % 2 === 1).map((name) => names.indexOf(name));
  if (order.includes(-1) || new Set(order).size < names.length) {
    throw new Error(`The text must have the placeholders ${names.map((name) => `{${name}}`).join(', ')}: ${text}`);
  }
  return { parts: pieces.filter((_, at) => at % 2 === 0), order };
}

type Fills<Part> = { readonly [Key in keyof Part]?: Part[Key] extends string ? Fill<unknown> : Fills<Part[Key]> };

const FILLS = {
  signedInAs: markup('name'),
  problem: { title: plain('page') },
  home: { developers: markup('link') },
  signIn: { forApp: markup('app') },
  forgottenPassword: { sent: markup('email'), operators: markup('people', 'command'), contact: markup('link') },
  newPassword: { lead: markup('email') },
  account: { on: plain('browser', 'system') },
  profile: { addressLead: markup('email'), sent: plain('email'), confirmLead: markup('email') },
  twoStep: { left: plain('codes') },
  people: {
    lead: markup('company'),
    removeLead: markup('person', 'company'),
    removeHeading: markup('person', 'company'),
    invited: plain('email'),
    mailed: plain('email'),
  },
  invitation: {
    title: plain('company'),
    heading: markup('company'),
    lead: markup('email', 'company', 'role'),
    other: markup('email'),
    joined: plain('company'),
  },
  mail: {
    reset: { subject: plain('service'), text: plain('service', 'link') },
    address: { subject: plain('service'), text: plain('service', 'link') },
    notice: { subject: plain('service'), text: plain('what', 'service', 'at', 'link') },
    invitation: { subject: plain('company', 'service'), text: plain('company', 'service', 'link') },
  },
  consent: {
    title: plain('app'),
    heading: markup('app'),
    by: markup('organization'),
    wants: markup('app', 'company'),
    wantsOne: markup('app'),
    connected: markup('app', 'company'),
    returnTo: markup('host'),
  },
  employee: { lead: markup('app', 'company') },
  connections: { lead: markup('company'), by: markup('organization'), disconnected: markup('app') },
  disconnect: { title: plain('app'), heading: markup('app'), lead: markup('app', 'company') },
  accessRequests: { lead: markup('company'), store: plain('id'), storeCount: plain('approved', 'asked') },
  stores: { lead: markup('company') },
  accessRequest: {
    heading: markup('app'),
    approved: markup('app'),
    declined: markup('app'),
    takenBack: markup('app'),
    has: markup('app'),
  },
  revokeAccess: { title: plain('app'), heading: markup('app'), lead: markup('app', 'company') },
  replaceAccess: { title: plain('app'), heading: markup('app'), lead: markup('app', 'company') },
} satisfies Fills<Texts>;

type Filled<Part, By> = {
  readonly [Key in keyof Part]: Key extends keyof By
    ? By[Key] extends Fill<infer Sentence>
      ? Sentence
      : Filled<Part[Key], By[Key]>
    : Part[Key];
};

/** Sentences of the pages: plain texts, and functions that fill in placeholders. */
export type Sentences = Filled<Texts, typeof FILLS>;

const sentencesOf = (texts: Texts): Sentences => filled(texts, FILLS) as Sentences;

function filled(texts: object, fills: Readonly<Record<string, unknown>>): object {
  const entries = Object.entries(texts).map(([key, text]) => {
    const fill = fills[key];
    if (typeof fill === 'function') return [key, fill(text)];
    return [key, fill ? filled(text, fill as Readonly<Record<string, unknown>>) : text];
  });
  return Object.fromEntries(entries);
}

const EN: Language = { code: 'en', name: 'English', direction: 'ltr', say: sentencesOf(english), locale: 'en-GB' };
const AR: Language = { code: 'ar', name: 'العربية', direction: 'rtl', say: sentencesOf(arabic), locale: 'ar-AE' };
const HI: Language = { code: 'hi', name: 'हिन्दी', direction: 'ltr', say: sentencesOf(hindi), locale: 'hi-IN' };

export const LANGUAGES = [EN, AR, HI] as const;

export const DEFAULT_LANGUAGE = EN;

export const languageOf = (code: string | undefined): Language | undefined =>
  LANGUAGES.find((language) => language.code === code);
