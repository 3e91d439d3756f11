import { html } from 'hono/html';
import type { Listing } from '../../control/apps.ts';
import type { AppDescription } from '../../control/describe-app.ts';
import { type Product, SCOPE_SETS, SCOPES } from '../../control/products.ts';
import { appMark, badge, type View } from '../kit/page.ts';
import { type Html, name } from '../languages/html.ts';
import type { Sentences } from '../languages/languages.ts';

/** Head of a card about an app or a person: its mark, its heading, the line below it, and a link or form. */
export const cardHead = (mark: Html | undefined, heading: Html, by: Html, action?: Html | false): Html =>
  html`<div class="app">${mark}<div>${heading}<p class="by">${by}</p></div>${action}</div>`;

/** The approved profile of an app, in its developer's words. Its links open in another tab. */
export function aboutApp({ say: { consent: say } }: View, listing: Listing | null): Html | undefined {
  if (!listing) return undefined;
  const { description, website, privacyPolicy } = listing;
  const link = (text: string, href: string | null | undefined) =>
    href &&
    html`<li><a href="${href}" target="_blank" rel="noopener noreferrer">${text}</a> <span class="small">${name(new URL(href).host)}</span></li>`;
  const links = [link(say.website, website), link(say.privacyPolicy, privacyPolicy)].filter(Boolean);
  if (!description && links.length === 0) return undefined;
  return html`<section class="about" aria-label="${say.about}">
    ${description && html`<p class="words" dir="auto">${description}</p>`}
    ${links.length > 0 && html`<ul class="links">${links}</ul>`}
  </section>`;
}

/** Permissions of a product, one sentence per resource, by whether the app can change it or only view it. */
function permissionsOf(product: Product, { permissions }: Sentences) {
  const resources = [...new Set(SCOPES[product].map((scope) => scope.split('.')[0] as keyof typeof permissions))];
  const isWritable = (resource: string) => SCOPE_SETS[product].has(`${resource}.write`);
  const sentence = (resource: keyof typeof permissions): string => {
    const { read, write = read }: { read: string; write?: string } = permissions[resource];
    return isWritable(resource) ? write : read;
  };
  return {
    see: resources.filter((resource) => !isWritable(resource)).map(sentence),
    change: resources.filter(isWritable).map(sentence),
  };
}

/** Lists the resources that an app can change, then the ones it can only see. */
export function permissionList({ say }: View, product: Product): Html {
  const { see, change } = permissionsOf(product, say);
  const group = (title: string, sentences: readonly string[]) =>
    sentences.length > 0 && html`<div class="may"><h3>${title}</h3>${sentenceList(sentences)}</div>`;
  return html`${group(say.consent.change, change)}${group(say.consent.see, see)}`;
}

/** Lists what an app with access to reports can see. It cannot change anything. */
export const reportPermissions = ({ say }: View): Html => sentenceList(permissionsOf('ADSR', say).see);

const sentenceList = (sentences: readonly string[]): Html =>
  html`<ul>${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>`;

/** Preview of the consent screen with the current profile. Nothing can be decided on it. */
export function consentPreview(view: View, app: AppDescription, logo: string | undefined): Html {
  const { consent } = view.say;
  const may = app.product === 'ADSR' ? reportPermissions(view) : permissionList(view, app.product);
  const by = html`${consent.by(name(app.organization))} ${badge(view, 'PRODUCTION')}`;
  return html`<details class="card" id="consent"><summary>Consent screen with this profile</summary>
    ${cardHead(appMark(app.name, logo), html`<p><strong>${consent.heading(name(app.name))}</strong></p>`, by)}
    <p class="lead">${consent.wantsOne(html`<strong>${name(app.name)}</strong>`)}</p>
    ${aboutApp(view, app)}
    <div class="permissions"><p><strong>${consent.may}</strong></p>${may}</div>
    <p class="small">${consent.anyTime}</p>
    <div class="actions"><button type="button" disabled>${consent.approve}</button>
      <button type="button" class="secondary" disabled>${consent.refuse}</button></div>
  </details>`;
}
