import { readFileSync } from 'node:fs';

const GUIDES_FOLDER = new URL('../../../../docs/guides/', import.meta.url);

/** Text of a guide, by its file name without `.md`. */
export const readGuide = (slug: string): string => readFileSync(new URL(`${slug}.md`, GUIDES_FOLDER), 'utf8');

/** The guides in the order of their contents, docs/guides/README.md. */
export const guideSlugs = (): string[] =>
  [...readGuide('README').matchAll(/\]\(([\w-]+)\.md\)/g)].map(([, slug = '']) => slug);

/** The broken rule of a rejected request, and its fix. */
export interface Advice {
  readonly rule: string;
  readonly fix: string;
}

/** A section of the guide on errors: the code, its status, a sentence about the rule, and the fix. */
const SECTION = /^### `(?<code>[\w.]+)`\n\n(?:Status \d+\. )?(?<rule>.+?\.)(?: (?<fix>.+))?$/gm;

const ADVICE: ReadonlyMap<string, Advice> = new Map(
  [...readGuide('errors').matchAll(SECTION)].map(({ groups }) => [
    groups?.code ?? '',
    { rule: withoutLinks(groups?.rule ?? ''), fix: withoutLinks(groups?.fix ?? '') },
  ]),
);

export const EXPLAINED_CODES: readonly string[] = [...ADVICE.keys()];

function withoutLinks(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('`', '');
}

/** The guide's text on a code; undefined for none. */
export const adviceOn = (code: string | null): Advice | undefined => (code === null ? undefined : ADVICE.get(code));
