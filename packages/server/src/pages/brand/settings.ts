import { saysSomething } from '../../control/text.ts';
import { StartError } from '../../process/start-error.ts';
import { AA, type Colour, contrast, isColour } from './colours.ts';

/** A deployment's own name, logo, colour and support address. */
export interface BrandSettings {
  readonly name: string;
  /** Path of an SVG or PNG file. */
  readonly logo: string | undefined;
  readonly accent: Colour | undefined;
  readonly support: Support | undefined;
}

/** A page or an e-mail address where people find help. */
export interface Support {
  readonly href: string;
  readonly text: string;
}

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
export function readSupport(setting: string, text: string): Support {
  if (/^[^\s@:/?#]+@[^\s@:/?#]+\.[^\s@:/?#]+$/.test(text)) return { href: `mailto:${text}`, text };
  if (URL.canParse(text) && new URL(text).protocol === 'https:') return { href: text, text: new URL(text).host };
  throw new StartError(`${setting} must be an e-mail address or a URL that begins with https://.`);
}
