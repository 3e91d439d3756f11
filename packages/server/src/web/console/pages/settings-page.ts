import { html } from 'hono/html';
import { formProblems, textArea, textField } from '../../forms/fields.ts';
import type { FilledForm } from '../../forms/filled-form.ts';
import type { Page } from '../../pages/layout.ts';
import { hidden } from '../../pages/parts.ts';
import type { View } from '../../view.ts';
import { appPage, appPath, type ShownApp } from './app-office.ts';

const FIELDS = ['name', 'description', 'website', 'privacyPolicy'];

/** What merchants read about an app. */
export function settingsPage(view: View, shown: ShownApp, form: FilledForm): Page {
  const link = html`type="text" inputmode="url" maxlength="600" autocomplete="off" spellcheck="false" placeholder="https://"`;
  return appPage(
    shown,
    'settings',
    html`<form class="card" method="post" action="${appPath(shown.app, '/settings')}">
      <h2>What merchants see</h2>
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
    </form>`,
  );
}
