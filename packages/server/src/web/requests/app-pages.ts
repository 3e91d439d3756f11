import { html } from 'hono/html';
import type { AppDescription } from '../../directory/describe-app.ts';
import { type Html, name } from '../languages/html.ts';
import type { Office } from '../pages/layout.ts';

/** An app whose requests are looked at, in the frame of whoever looks. */
export interface AppView {
  readonly app: AppDescription;
  readonly office: Office;
  /** Path of the app's pages, without a slash at the end. */
  readonly path: string;
  /** {base_url}, ending in /v1. */
  readonly apiUrl: string;
  /** Requests a minute of an app that has no limit of its own. */
  readonly defaultLimit: number;
}

const TABS = [
  ['requests', 'Requests'],
  ['usage', 'Usage'],
] as const;

/** Heading of the pages about what an app requests, with the way from one to the other. */
export const requestsHeading = ({ app, path }: AppView, current: (typeof TABS)[number][0]): Html => html`
  <a class="back" href="${path}">${name(app.name)}</a>
  <h1>${TABS.find(([tab]) => tab === current)?.[1]}</h1>
  <nav class="sections" aria-label="Requests of the app"><ul>${TABS.map(
    ([tab, text]) =>
      html`<li><a href="${path}/${tab}" ${tab === current && html`aria-current="page"`}>${text}</a></li>`,
  )}</ul></nav>`;
