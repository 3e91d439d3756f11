import { html } from 'hono/html';
import type { AppDescription } from '../../control/apps/describe-app.ts';
import { appMark, badge } from '../kit/page/parts.ts';
import type { View } from '../kit/page/view.ts';
import { type Html, name } from '../languages/html.ts';
import { aboutApp } from './about-app.ts';
import { permissionList, reportPermissions } from './permissions.ts';

/** What merchants would be asked if the present profile were approved. Nothing can be decided on it. */
export function consentPreview(view: View, app: AppDescription, logo: string | undefined): Html {
  const { consent } = view.say;
  const may = app.product === 'ADSR' ? reportPermissions(view) : permissionList(view, app.product);
  return html`<details class="card" id="consent"><summary>Consent screen with this profile</summary>
    <div class="app">${appMark(app.name, logo)}<div><p><strong>${consent.heading(name(app.name))}</strong></p>
      <p class="by">${consent.by(name(app.organization))} ${badge(view, 'PRODUCTION')}</p></div></div>
    <p class="lead">${consent.wantsOne(html`<strong>${name(app.name)}</strong>`)}</p>
    ${aboutApp(view, app)}
    <div class="permissions"><p><strong>${consent.may}</strong></p>${may}</div>
    <p class="small">${consent.anyTime}</p>
    <div class="actions"><button type="button" disabled>${consent.approve}</button>
      <button type="button" class="secondary" disabled>${consent.refuse}</button></div>
  </details>`;
}
