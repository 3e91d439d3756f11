import { readFileSync } from 'node:fs';

const GUIDES_FOLDER = new URL('../../../../docs/guides/', import.meta.url);

/** Text of a guide, by file name without `.md`. */
export const readGuide = (slug: string): string => readFileSync(new URL(`${slug}.md`, GUIDES_FOLDER), 'utf8');

/** The guides in the order of the table of contents, docs/guides/README.md. */
export const guideSlugs = (): string[] =>
  [...readGuide('README').matchAll(/\]\(([\w-]+)\.md\)/g)].map(([, slug = '']) => slug);

/** First sentences of a guide's section: a rule, such as the one that a rejected request broke, and the fix. */
export interface Advice {
  readonly rule: string;
  readonly fix: string;
}

/** A section about a code or a name: its status, the rule, and the fix. */
const SECTION = /^### `(?<code>[\w.-]+)`\n\n(?:Status \d+\. )?(?<rule>.+?\.)(?: (?<fix>.+))?$/gm;

/** The sections of a guide, by the code or name in their headings. */
export const adviceIn = (slug: string): ReadonlyMap<string, Advice> =>
  new Map(
    [...readGuide(slug).matchAll(SECTION)].map(({ groups }) => [
      groups?.code ?? '',
      { rule: withoutLinks(groups?.rule ?? ''), fix: withoutLinks(groups?.fix ?? '') },
    ]),
  );

const ADVICE = adviceIn('errors');

export const EXPLAINED_CODES: readonly string[] = [...ADVICE.keys()];

function withoutLinks(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('`', '');
}

export const adviceOn = (code: string | null): Advice | undefined => (code === null ? undefined : ADVICE.get(code));
