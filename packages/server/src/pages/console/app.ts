import { html } from 'hono/html';
import type { AppDescription } from '../../control/apps/describe-app.ts';
import { notice, ownForm } from '../kit/page/parts.ts';
import type { View } from '../kit/page/view.ts';
import type { Html } from '../languages/html.ts';
import { checkList } from '../shared/app-words.ts';
import { ADDRESS_FORMS, addressSections } from './addresses.ts';
import { APP_PATH, appPath, appTabScreen, confirmAppChange } from './app-layout.ts';
import { credentialSummary } from './credentials.ts';
import { nextSteps } from './next-steps.ts';
import { listingNotice } from './settings.ts';

/** Overview of an app: what is next, its credentials, its addresses and its review. */
export const appScreen = appTabScreen({
  path: APP_PATH,
  name: 'app',
  tab: 'overview',
  async content(visit) {
    const { view, app, deps } = visit;
    return html`
    ${await nextSteps(visit)}
    ${credentialSummary(app, deps.control.clock())}
    ${app.product !== 'ADSR' && addressSections(visit)}
    ${review(view, app)} ${app.state !== 'ARCHIVED' && ending(app)}`;
  },
  forms: {
    submit: {
      path: '/submit',
      async change({ operations, id }) {
        await operations.call('app.submit', { appId: id('appId') });
        return { message: 'The app is submitted for review.' };
      },
    },
    ...ADDRESS_FORMS,
  },
});

const REVIEW: Readonly<Record<AppDescription['state'], string>> = {
  DRAFT:
    'The app works in the sandbox. When it is ready for live merchants, submit it for review: an operator reviews its name, description, links and redirect URIs.',
  SUBMITTED: 'An operator is reviewing the app. The sandbox keeps working in the meantime.',
  APPROVED: 'The app is approved. Issue production credentials, and live merchants can connect it.',
  REJECTED: 'The app was not approved. Change what the operator asked for, and submit it again.',
  ARCHIVED: 'The app is archived. Its credentials no longer work, and it cannot be changed.',
};

const review = (view: View, app: AppDescription): Html => html`<section class="card" id="review">
  <h2>Review</h2>
  <p>${REVIEW[app.state]}</p>
  ${app.state === 'APPROVED' && html`${listingNotice(app)}<p><a href="${appPath(app, '/settings')}">Profile of the app</a> · <a href="${appPath(app, '/credentials')}">Issue production credentials</a></p>`}
  ${app.decisionReason && app.state !== 'SUBMITTED' && app.listingState !== 'REJECTED' && notice('hint', html`The operator wrote: ${app.decisionReason}`)}
  ${(app.state === 'DRAFT' || app.state === 'REJECTED') && submission(view, app)}
</section>`;

const submission = (view: View, app: AppDescription): Html => html`
  <h3>What the operator checks</h3>
  ${checkList(app.checks)}
  <p class="small">The description and the links are in the <a href="${appPath(app, '/settings')}">settings</a>.</p>
  ${ownForm(view, appPath(app, '/submit'), html`<button class="secondary">Submit for review</button>`, 'actions')}`;

const ending = (app: AppDescription): Html => html`<section class="card">
  <h2>Archive</h2>
  <p>Archiving ends all credentials, keys and connections of the app. It cannot be undone.</p>
  <p class="actions"><a class="button secondary danger" href="${appPath(app, '/archive')}">Archive app</a></p>
</section>`;

export const archiveScreen = confirmAppChange({
  path: '/archive',
  name: 'archive',
  ask: ({ app }) => ({
    title: `Archive ${app.name}?`,
    effect: 'Its client ids, API keys and connections stop working, and it can never be changed or restored.',
    submit: 'Archive app',
  }),
  async change({ operations, id }) {
    await operations.call('app.archive', { appId: id('appId') });
    return { message: 'The app is archived.' };
  },
});
