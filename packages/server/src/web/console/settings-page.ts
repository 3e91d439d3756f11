import { html } from 'hono/html';
import { LOGO_PIXELS, MAX_LOGO_BYTES } from '../../directory/apps/app-logos.ts';
import type { AppDescription } from '../../directory/apps/describe-app.ts';
import { fileField, formProblems, textArea, textField } from '../kit/form/fields.ts';
import { EMPTY_FORM, type FilledForm } from '../kit/form/filled-form.ts';
import { instantOf } from '../kit/page/instants.ts';
import type { Page } from '../kit/page/layout.ts';
import { appMark, hidden, notice } from '../kit/page/parts.ts';
import type { View } from '../kit/page/view.ts';
import type { Html } from '../languages/html.ts';
import { appPage, appPath, logoOf, type ShownApp } from './app-layout.ts';

const FIELDS = ['name', 'description', 'website', 'privacyPolicy'];

/** The forms of the page: the one that was sent has what is wrong with it. */
export interface SettingsForms {
  readonly profile: FilledForm;
  readonly logo?: FilledForm | undefined;
}

/** The profile of an app, which merchants see once an operator has approved it. */
export function settingsPage(view: View, shown: ShownApp, { profile, logo = EMPTY_FORM }: SettingsForms): Page {
  const { app } = shown;
  return appPage(
    shown,
    'settings',
    html`${listingNotice(app)}${profileForm(view, app, profile)}${logoForm(view, app, logo)}`,
  );
}

/** Says what merchants see of the profile. */
export function listingNotice({ state, listingState, submittedAt, decisionReason }: AppDescription): Html | undefined {
  if (state === 'ARCHIVED') return undefined;
  if (listingState === 'APPROVED')
    return notice('good', 'Merchants see this profile. Changes are reviewed before they see them.');
  if (listingState === 'SUBMITTED') {
    return notice(
      'hint',
      html`Your changes have been waiting for review since ${instantOf(submittedAt ?? '')}. Until they are approved, merchants see the profile that was approved before.`,
    );
  }
  if (listingState === 'REJECTED') {
    const reason = decisionReason && html` The operator wrote: ${decisionReason}`;
    return notice(
      'error',
      html`Your changes were not approved. Merchants still see the profile that was approved before.${reason} Change the profile to have it reviewed again.`,
    );
  }
  return notice('hint', 'Merchants see the description, the links and the logo once an operator has approved the app.');
}

function profileForm(view: View, app: AppDescription, form: FilledForm): Html {
  const link = html`type="text" inputmode="url" maxlength="600" autocomplete="off" spellcheck="false" placeholder="https://"`;
  return html`<form class="card" method="post" action="${appPath(app, '/settings')}">
    <h2>Profile</h2>
    ${hidden('token', view.formToken)} ${formProblems(form, FIELDS)}
    ${textField(form, { name: 'name', label: 'Name', attributes: html`maxlength="255" autocomplete="off"` })}
    ${textArea(form, {
      name: 'description',
      label: 'Description',
      hint: 'What the app does for a merchant, in a few sentences; at most 1,000 characters.',
      optional: true,
      attributes: html`rows="4" maxlength="1000"`,
    })}
    ${textField(form, { name: 'website', label: 'Website', optional: true, attributes: link })}
    ${textField(form, { name: 'privacyPolicy', label: 'Privacy policy', optional: true, attributes: link })}
    <div class="actions"><button>Save</button></div>
  </form>`;
}

const RULES = `A PNG, JPEG or WebP image, ideally square, ${LOGO_PIXELS.min} to ${LOGO_PIXELS.max} pixels wide and high, at most ${MAX_LOGO_BYTES / 1024} KiB.`;

const logoForm = (view: View, app: AppDescription, form: FilledForm): Html => html`<section class="card">
  <h2>Logo</h2>
  <form method="post" action="${appPath(app, '/logo')}" enctype="multipart/form-data">
    ${hidden('token', view.formToken)} ${formProblems(form, ['logo'])}
    <div class="app">${appMark(app.name, logoOf(app))}<div>
      ${fileField(form, { name: 'logo', label: 'Image', hint: RULES, attributes: html`accept="image/png,image/jpeg,image/webp"` })}
    </div></div>
    <div class="actions"><button class="secondary">Upload</button></div>
  </form>
  ${
    app.logo &&
    html`<form method="post" action="${appPath(app, '/logo/remove')}" class="actions">
      ${hidden('token', view.formToken)}<button class="quiet">Remove the logo</button></form>`
  }
</section>`;
