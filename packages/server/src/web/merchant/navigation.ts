import type { Navigation } from '../kit/page/layout.ts';
import type { View } from '../kit/page/view.ts';
import type { CurrentMembership } from './merchant-switch.ts';

type Section = 'connections' | 'accessRequests' | 'people';

const PATHS: readonly (readonly [Section, string])[] = [
  ['connections', '/connections'],
  ['accessRequests', '/access-requests'],
  ['people', '/people'],
];

/** Frame of a page of a merchant's back office. The people of a merchant are for its owners to see. */
export function merchantNavigation({ say }: View, { merchant, role }: CurrentMembership, current: Section): Navigation {
  const company = `?company=${merchant.companyId}`;
  const paths = PATHS.filter(([section]) => role === 'owner' || section !== 'people');
  const sections = paths.map(([section, path]) => ({
    href: `${path}${company}`,
    text: say.nav[section],
    current: section === current,
  }));
  return { audience: 'merchant', home: `/${company}`, sections };
}
