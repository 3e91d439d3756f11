import { saysSomething } from './control/text.ts';
import { StartError } from './process/start-error.ts';

/** A colour as `#rrggbb`. */
export type Colour = `#${string}`;

/** WCAG 2.2 AA for text (1.4.3). */
export const AA = 4.5;

const WHITE: Colour = '#ffffff';
const BLACK: Colour = '#000000';

/** Background colours of the style sheet on which links and buttons appear. */
const LIGHT_GROUND: Colour = '#f4f6f3';
const DARK_CARD: Colour = '#1a211d';

const isColour = (text: string): text is Colour => /^#[0-9a-f]{6}$/i.test(text);

/** WCAG 2.2 contrast ratio of two colours, from 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const channels = (colour: Colour): number[] =>
  [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));

/** Mixes two colours; `share` is the part of the second. */
function mix(from: Colour, to: Colour, share: number): Colour {
  const towards = channels(to);
  const mixed = channels(from).map((value, at) => Math.round(value + ((towards[at] ?? 0) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

type Palette = Readonly<Record<'accent' | 'accentStrong' | 'onAccent' | 'tint', Colour>>;

/** The accent on light pages, darkened until it is readable on their backgrounds. */
export function lightPalette(given: Colour): Palette {
  const tint = mix(given, WHITE, 0.9);
  const accent = readableOn([WHITE, LIGHT_GROUND, tint], given, BLACK);
  return { accent, accentStrong: mix(accent, BLACK, 0.2), onAccent: WHITE, tint };
}

/** The accent on dark pages, lightened until it is readable there and dark text is readable on it. */
export function darkPalette(given: Colour): Palette {
  const tint = mix(given, DARK_CARD, 0.75);
  const onAccent = mix(given, BLACK, 0.85);
  const accent = readableOn([DARK_CARD, tint, onAccent], given, WHITE);
  return { accent, accentStrong: mix(accent, WHITE, 0.3), onAccent, tint };
}

/** First mix of the two colours that is readable on all grounds. `to` always is. */
function readableOn(grounds: readonly Colour[], from: Colour, to: Colour): Colour {
  for (let step = 0; step < 50; step += 1) {
    const colour = mix(from, to, step / 50);
    if (grounds.every((ground) => contrast(colour, ground) >= AA)) return colour;
  }
  return to;
}

/** CSS rules that replace the style sheet's accent. */
export function accentRules(accent: Colour): string {
  return `:root {${variables(lightPalette(accent))}}
@media (prefers-color-scheme: dark) {
  :root {${variables(darkPalette(accent))}}
}
`;
}

const variables = ({ accent, accentStrong, onAccent, tint }: Palette): string =>
  ` --accent: ${accent}; --accent-strong: ${accentStrong}; --on-accent: ${onAccent}; --tint: ${tint}; `;

export const DEFAULT_NAME = 'Tillgate';

const MAX_NAME = 40;

/** Name of the deployment. Throws a StartError if it does not fit into a page header. */
export function readName(setting: string, text: string): string {
  const name = text.normalize('NFC').trim();
  if (saysSomething(name) && [...name].length <= MAX_NAME && !/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(name))
    return name;
  throw new StartError(`${setting} must be a name of 1 to ${MAX_NAME} characters without control characters.`);
}

/** Accent colour. Throws a StartError unless white text is readable on it. */
export function readAccent(setting: string, text: string): Colour {
  if (!isColour(text))
    throw new StartError(`${setting} must be a colour such as #0b6b45, not ${JSON.stringify(text)}.`);
  const ratio = contrast(text, '#ffffff');
  if (ratio >= AA) return text;
  const shown = (Math.floor(ratio * 100) / 100).toFixed(2);
  throw new StartError(
    `${setting} must be a darker colour: white text on ${text} has a contrast of ${shown}:1, and WCAG AA requires ${AA}:1.`,
  );
}

/** An https or e-mail address. Throws a StartError for anything else. */
export function readSupport(setting: string, text: string) {
  if (/^[^\s@:/?#]+@[^\s@:/?#]+\.[^\s@:/?#]+$/.test(text)) return { href: `mailto:${text}`, text };
  if (URL.canParse(text) && new URL(text).protocol === 'https:') return { href: text, text: new URL(text).host };
  throw new StartError(`${setting} must be an e-mail address or a URL that begins with https://.`);
}

export type Support = Readonly<ReturnType<typeof readSupport>>;
