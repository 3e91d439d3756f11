import { html } from 'hono/html';
import type { AppDescription } from '../../directory/apps/describe-app.ts';
import { EMPTY_FORM, type FilledForm } from '../kit/form/filled-form.ts';
import type { Page } from '../kit/page/layout.ts';
import { hidden, notice } from '../kit/page/parts.ts';
import type { View } from '../kit/page/view.ts';
import type { Html } from '../languages/html.ts';
import { checkList } from '../shared/app-words.ts';
import { addressSections } from './address-sections.ts';
import { appPage, appPath, type ShownApp } from './app-layout.ts';
import { apiKeySection, credentialSection } from './credential-sections.ts';
import { listingNotice } from './settings-page.ts';

/** A form of the page that was rejected. */
export interface RejectedForm {
  readonly name: string;
  readonly filled: FilledForm;
}

export interface Overview extends ShownApp {
  readonly now: number;
  readonly rejected?: RejectedForm | undefined;
}

/** Everything that an app needs to be called by, on one page. */
export function overviewPage(view: View, overview: Overview): Page {
  const { app, rejected, now } = overview;
  const formOf = (name: string) => (rejected?.name === name ? rejected.filled : EMPTY_FORM);
  const changes = app.state !== 'ARCHIVED';
  const content = html`
    ${rejected?.name === 'other' && rejected.filled.problems.map(({ message }) => notice('error', message))}
    ${credentialSection(view, app, now)}
    ${app.product === 'ADSR' ? apiKeySection(view, app) : addressSections(view, app, formOf)}
    ${review(view, app)} ${changes && ending(app)}`;
  return appPage(overview, 'overview', content);
}

const REVIEW: Readonly<Record<AppDescription['state'], string>> = {
  DRAFT:
    'The app works in the sandbox. When it is ready for live merchants, submit it for review: an operator reviews its name, description, links and redirect URIs.',
  SUBMITTED: 'An operator is reviewing the app. The sandbox keeps working in the meantime.',
  APPROVED: 'The app is approved. Issue production credentials, and live merchants can connect it.',
  REJECTED: 'The app was not approved. Change what the operator asked for, and submit it again.',
  ARCHIVED: 'The app is archived. Its credentials no longer work, and it cannot be changed.',
};

const review = (view: View, app: AppDescription): Html => html`<section class="card">
  <h2>Review</h2>
  <p>${REVIEW[app.state]}</p>
  ${app.state === 'APPROVED' && html`${listingNotice(app)}<p><a href="${appPath(app, '/settings')}">Profile of the app</a></p>`}
  ${app.decisionReason && app.state !== 'SUBMITTED' && app.listingState !== 'REJECTED' && notice('hint', html`The operator wrote: ${app.decisionReason}`)}
  ${(app.state === 'DRAFT' || app.state === 'REJECTED') && submission(view, app)}
</section>`;

const submission = (view: View, app: AppDescription): Html => html`
  <h3>What the operator checks</h3>
  ${checkList(app.checks)}
  <p class="small">The description and the links are in the <a href="${appPath(app, '/settings')}">settings</a>.</p>
  <form method="post" action="${appPath(app, '/submit')}" class="actions">
    ${hidden('token', view.formToken)}<button class="secondary">Submit for review</button>
  </form>`;

const ending = (app: AppDescription): Html => html`<section class="card">
  <h2>Archive</h2>
  <p>Archiving ends all credentials, keys and connections of the app. It cannot be undone.</p>
  <p class="actions"><a class="button secondary danger" href="${appPath(app, '/archive')}">Archive app</a></p>
</section>`;
