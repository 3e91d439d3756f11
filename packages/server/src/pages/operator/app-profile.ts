import { html } from 'hono/html';
import type { Listing } from '../../control/apps/app-listing.ts';
import type { AppDescription } from '../../control/apps/describe-app.ts';
import { dataTable } from '../kit/page/lists.ts';
import { type Html, name } from '../languages/html.ts';

/** True if an app or its changed profile awaits a decision. */
export const waits = ({ state, listingState }: AppDescription): boolean =>
  state === 'SUBMITTED' || (state === 'APPROVED' && listingState === 'SUBMITTED');

/** The profile, compared with the version that merchants see if the two differ. */
export function profileSection(app: AppDescription): Html {
  const { listing, listingState } = app;
  const logo = app.logo && `/operator/apps/${app.id}/logo`;
  if (!listing || listingState === 'APPROVED') {
    return html`<section class="card"><h2>Profile</h2><dl>${rowsOf(app, logo).map(
      ([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`,
    )}</dl></section>`;
  }
  const former = rowsOf(listing, listing.logo && `/logos/${listing.logo}`);
  const rows = rowsOf(app, logo).map(([term, value], at) => {
    const [, before = ''] = former[at] ?? [];
    // The two logos have different addresses.
    const isChanged = term === 'Logo' ? app.logo !== listing.logo : String(before) !== String(value);
    return { term, value, former: before, isChanged };
  });
  return html`<section class="card">
    ${dataTable(listingState === 'SUBMITTED' ? 'Changed profile' : 'Profile with rejected changes', rows, [
      [
        'Field',
        ({ term, isChanged }) =>
          html`<strong>${term}</strong> ${isChanged && html`<span class="badge">Changed</span>`}`,
      ],
      ['Merchants see', ({ former }) => former],
      [listingState === 'SUBMITTED' ? 'Waits for a decision' : 'Rejected', ({ value }) => value],
    ])}</section>`;
}

type Row = readonly [term: string, value: Html | string];

const rowsOf = (profile: Listing, logo: string | null): readonly Row[] => [
  ['Name', name(profile.name)],
  ['Description', profile.description ? html`<span class="words">${name(profile.description)}</span>` : '–'],
  ['Website', linkOf(profile.website)],
  ['Privacy policy', linkOf(profile.privacyPolicy)],
  ['Logo', logo ? html`<img class="logo" src="${logo}" alt="Logo" width="52" height="52" />` : '–'],
];

const linkOf = (href: string | null): Html | string =>
  href ? html`<a href="${href}" target="_blank" rel="noopener noreferrer">${name(href)}</a>` : '–';
