import { html } from 'hono/html';
import type { Html } from '../../languages/html.ts';
import type { Flash } from '../form/flash.ts';
import { notice } from './parts.ts';
import type { View } from './view.ts';

/** Message left by the last form, with the secrets that it created. */
export function flashNotice({ say }: View, { message, secrets }: Flash): Html {
  if (secrets.length === 0) return notice('good', message);
  return html`<section class="notice good once" role="status">
    <p>${message}</p>
    <p><strong>${say.shownOnce}</strong></p>
    ${secrets.map(({ label, value }) => html`<p class="secret"><span>${label}</span> <code data-copy>${value}</code></p>`)}
  </section>`;
}
