import type { Office } from '../kit/page/layout.ts';
import type { View } from '../kit/page/view.ts';

type Section = 'account' | 'changePassword' | 'twoStep';

const PATHS: readonly (readonly [Section, string])[] = [
  ['account', '/account'],
  ['changePassword', '/account/password'],
  ['twoStep', '/account/two-step'],
];

/** Frame of the pages about a person's own account. */
export function accountOffice({ say }: View, current: Section): Office {
  const sections = PATHS.map(([section, href]) => ({ href, text: say[section].nav, current: section === current }));
  return { home: '/', sections };
}
