import type { Developer } from '../../actors/developer.ts';
import type { Office } from '../../pages/layout.ts';

type Section = 'apps';

const SECTIONS: readonly (readonly [Section, string, string])[] = [['apps', 'Apps', '/console']];

/** Frame of a page of the developer console. */
export function consoleOffice(developer: Developer, current: Section): Office {
  const sections = SECTIONS.map(([section, text, path]) => ({
    href: inOrganization(developer, path),
    text,
    current: section === current,
  }));
  return { audience: 'console', home: inOrganization(developer, '/console'), sections };
}

/** A path that keeps to the organization; who has one only needs no mention of it. */
export const inOrganization = ({ employments, organizationId }: Developer, path: string): string =>
  employments.length > 1 ? `${path}?organization=${organizationId}` : path;
