import { html } from 'hono/html';
import type { Navigation } from '../kit/page/layout.ts';
import { type Html, name } from '../languages/html.ts';
import { environmentBadge } from '../shared/app-words.ts';
import type { Developer } from './audience.ts';

type Section = 'apps' | 'merchants' | 'connections' | 'organization';

const SECTIONS: readonly (readonly [Section, string, string])[] = [
  ['apps', 'Apps', '/console'],
  ['merchants', 'Sandbox merchants', '/console/merchants'],
  ['connections', 'Connections', '/console/connections'],
  ['organization', 'Organization', '/console/organization'],
];

/** Sections of the developer console. */
export function consoleNavigation(developer: Developer, current?: Section, query = ''): Navigation {
  const sections = SECTIONS.map(([section, text, path]) => ({
    href: inOrganization(developer, path),
    text,
    current: section === current,
  }));
  const { employments, organization, organizationId } = developer;
  // The console has no other merchants than those of the sandbox.
  const environment = current === 'merchants' ? 'SANDBOX' : developer.environment;
  const search = { path: '/console/search', query, ...(employments.length > 1 && { organizationId }) };
  const home = inOrganization(developer, '/console');
  return {
    area: 'console',
    home,
    place: organization,
    environment: environment && environmentBadge(environment),
    search,
    sections,
  };
}

/** A path within the organization. The query contains its id only if the person has several. */
export const inOrganization = ({ employments, organizationId }: Developer, path: string): string =>
  employments.length > 1 ? `${path}?organization=${organizationId}` : path;

/** Name of the organization, with a menu if the person has several. */
export function organizationSwitch(developer: Developer, path: string): Html {
  const { employments, organization, organizationId } = developer;
  if (employments.length < 2) return html`<p class="company">${name(organization)}</p>`;
  const option = ({ organizationId: id, organization: text }: (typeof employments)[number]) =>
    html`<option value="${id}" ${id === organizationId && html`selected`}>${text}</option>`;
  return html`<form class="company" method="get" action="${path}">
    <label for="organization">Organization</label>
    <select id="organization" name="organization">${employments.map(option)}</select>
    <button class="secondary">Show</button>
  </form>`;
}
