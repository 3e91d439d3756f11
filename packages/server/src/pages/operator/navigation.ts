import type { Navigation } from '../kit/page/layout.ts';

const SECTIONS = [
  ['health', 'Health', '/operator'],
  ['reviews', 'Reviews', '/operator/reviews'],
  ['apps', 'Apps', '/operator/apps'],
  ['organizations', 'Organizations', '/operator/organizations'],
  ['merchants', 'Merchants', '/operator/merchants'],
  ['people', 'People', '/operator/people'],
  ['keys', 'Keys', '/operator/keys'],
  ['audit', 'Audit log', '/operator/audit'],
] as const;

export type Section = (typeof SECTIONS)[number][0];

/** Sections of the pages for operators. */
export const operatorNavigation = (current: Section): Navigation => ({
  area: 'operator',
  home: '/operator',
  sections: SECTIONS.map(([section, text, href]) => ({ href, text, current: section === current })),
});
