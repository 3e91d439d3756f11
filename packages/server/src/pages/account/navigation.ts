import type { Navigation } from '../kit/page/layout.ts';
import type { View } from '../kit/page/view.ts';

type Section = 'account' | 'changePassword' | 'twoStep';

const PATHS: readonly (readonly [Section, string])[] = [
  ['account', '/account'],
  ['changePassword', '/account/password'],
  ['twoStep', '/account/two-step'],
];

/** Navigation of the pages about a person's own account. */
export function accountNavigation({ say }: View, current: Section): Navigation {
  const sections = PATHS.map(([section, href]) => ({ href, text: say[section].nav, current: section === current }));
  return { home: '/', sections };
}
