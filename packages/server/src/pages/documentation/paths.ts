/** Paths of the site's files; guides are below `guides`. */
export const PATHS = {
  reference: '/docs',
  script: '/docs/reference.js',
  start: '/docs/start.js',
  copy: '/docs/copy.js',
  contract: '/docs/openapi.json',
  postman: '/docs/postman.json',
  arazzo: '/docs/arazzo.json',
  style: '/docs/style.css',
  changelog: '/docs/changelog',
  guides: '/docs/guides',
} as const;

export const iconPathOf = (logo?: { readonly file: string }): string => `/docs/${logo?.file ?? 'icon.svg'}`;
export const guidePathOf = (slug: string): string => `${PATHS.guides}/${slug}`;
