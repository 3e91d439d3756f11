import { html } from 'hono/html';
import { type Product, SCOPE_SETS, SCOPES } from '../../control/credentials/products.ts';
import type { View } from '../kit/page/view.ts';
import type { Sentences } from '../languages/english.ts';
import type { Html } from '../languages/html.ts';

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
