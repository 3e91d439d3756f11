import { html } from 'hono/html';
import type { View } from '../kit/page/view.ts';
import type { Html } from '../languages/html.ts';
import type { Permissions } from './permissions.ts';

/** Permissions of an app, with what it can change listed separately from what it can only see. */
export function permissionList({ say }: View, { see, change }: Permissions): Html {
  const group = (title: string, sentences: Permissions['see']) =>
    sentences.length > 0 && html`<div class="may"><h3>${title}</h3>${sentenceList(sentences)}</div>`;
  return html`${group(say.consent.change, change)}${group(say.consent.see, see)}`;
}

export const sentenceList = (sentences: Permissions['see']): Html =>
  html`<ul>${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>`;
