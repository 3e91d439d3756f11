import { html } from 'hono/html';
import type { AppDescription } from '../../directory/apps/describe-app.ts';
import { formProblems, textArea } from '../kit/form/fields.ts';
import type { FilledForm } from '../kit/form/filled-form.ts';
import type { Page } from '../kit/page/layout.ts';
import { hidden } from '../kit/page/parts.ts';
import type { View } from '../kit/page/view.ts';
import { appPage, appPath, type ShownApp } from './app-layout.ts';

/** A client id or an API key whose addresses are changed. */
export interface AllowlistOf {
  readonly what: string;
  /** Path of the form within the app. */
  readonly path: string;
  /** When a change takes effect. */
  readonly effect: string;
}

/** The addresses from which a credential or a key works. */
export function allowlistPage(
  view: View,
  shown: ShownApp,
  { what, path, effect }: AllowlistOf,
  form: FilledForm,
): Page {
  const { app } = shown;
  const field = {
    name: 'allowedIps',
    label: 'Addresses',
    hint: 'IP addresses or CIDR ranges, one per line, at most 50. Leave it empty to allow any address.',
    optional: true,
    attributes: html`rows="6" spellcheck="false" autocomplete="off"`,
  };
  return appPage(
    shown,
    'overview',
    html`<form class="card" method="post" action="${appPath(app, path)}">
      <h2>Addresses of ${what}</h2>
      <p class="small">A request from any other address gets 403 <code>partner.ip_denied</code>. ${effect}</p>
      ${hidden('token', view.formToken)} ${formProblems(form, [field.name])} ${textArea(form, field)}
      <div class="actions"><button>Save</button><a class="button secondary" href="${pathOf(app)}">Cancel</a></div>
    </form>`,
  );
}

const pathOf = (app: AppDescription): string => appPath(app);
