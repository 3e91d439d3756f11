import type { Office } from '../../pages/layout.ts';

type Section = 'health';

const SECTIONS: readonly (readonly [Section, string, string])[] = [['health', 'Health', '/operator']];

/** Frame of a page for operators. */
export const operatorOffice = (current: Section): Office => ({
  audience: 'operator',
  home: '/operator',
  sections: SECTIONS.map(([section, text, href]) => ({ href, text, current: section === current })),
});
