import { readFileSync } from 'node:fs';

/** The folder of the guides, docs/guides. */
const GUIDES_FOLDER = new URL('../../../../docs/guides/', import.meta.url);

/** Text of one guide, by the name of its file without `.md`. */
export const readGuide = (slug: string): string => readFileSync(new URL(`${slug}.md`, GUIDES_FOLDER), 'utf8');

/** The guides in the order of the contents page, docs/guides/README.md. */
export const guideSlugs = (): string[] =>
  [...readGuide('README').matchAll(/\]\(([\w-]+)\.md\)/g)].map(([, slug = '']) => slug);
