import type { Office } from '../../pages/layout.ts';
import type { View } from '../../view.ts';
import type { CurrentMembership } from './merchant-switch.ts';

type Section = 'connections' | 'accessRequests';

const PATHS: readonly (readonly [Section, string])[] = [
  ['connections', '/connections'],
  ['accessRequests', '/access-requests'],
];

/** Frame of a page of a merchant's back office. */
export function merchantOffice({ say }: View, { merchant }: CurrentMembership, current: Section): Office {
  const company = `?company=${merchant.companyId}`;
  const sections = PATHS.map(([section, path]) => ({
    href: `${path}${company}`,
    text: say.nav[section],
    current: section === current,
  }));
  return { audience: 'merchant', home: `/${company}`, sections };
}
