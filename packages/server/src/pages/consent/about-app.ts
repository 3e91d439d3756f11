import { html } from 'hono/html';
import type { Listing } from '../../control/apps.ts';
import type { AppDescription } from '../../control/describe-app.ts';
import { type Product, SCOPE_SETS, SCOPES } from '../../control/products.ts';
import { appMark, badge, type View } from '../kit/page.ts';
import { type Html, name } from '../languages/html.ts';
import type { Sentences } from '../languages/languages.ts';

/** The approved profile of an app, in its developer's words. Its links open in another tab. */
export function aboutApp({ say }: View, listing: Listing | null): Html | undefined {
  if (!listing) return undefined;
  const { description, website, privacyPolicy } = listing;
  const links = [
    ...(website ? [[say.consent.website, website] as const] : []),
    ...(privacyPolicy ? [[say.consent.privacyPolicy, privacyPolicy] as const] : []),
  ];
  if (!description && links.length === 0) return undefined;
  return html`<section class="about" aria-label="${say.consent.about}">
    ${description && html`<p class="words" dir="auto">${description}</p>`}
    ${links.length > 0 && html`<ul class="links">${links.map(([text, href]) => link(text, href))}</ul>`}
  </section>`;
}

const link = (text: string, href: string): Html =>
  html`<li><a href="${href}" target="_blank" rel="noopener noreferrer">${text}</a> <span class="small">${name(new URL(href).host)}</span></li>`;

type Resource = keyof Sentences['permissions'];

/** Permissions of a product in plain words, one sentence per resource. */
interface Permissions {
  /** Resources that an app can only view. */
  readonly see: readonly string[];
  readonly change: readonly string[];
}

function permissionsOf(product: Product, { permissions }: Sentences): Permissions {
  const scopes = SCOPE_SETS[product];
  const resources = [...new Set(SCOPES[product].map((scope) => scope.split('.')[0] as Resource))];
  const writable = resources.filter((resource) => scopes.has(`${resource}.write`));
  return {
    see: resources.filter((resource) => !writable.includes(resource)).map((resource) => permissions[resource].read),
    change: writable.map((resource) => writeSentence(permissions[resource])),
  };
}

function writeSentence(sentences: { read: string; write?: string }): string {
  return sentences.write ?? sentences.read;
}

/** Lists the resources that an app can change, then resources that it can only see. */
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
