import { html } from 'hono/html';
import type { User } from '../../directory/users.ts';
import { name } from '../languages/html.ts';
import type { View } from '../view.ts';
import type { Page } from './layout.ts';

/** Asks before it is done, for mail programs open links too. */
export function confirmAddressPage({ brand }: View, { email }: User, code: string): Page {
  const title = 'Confirm your e-mail address';
  const body = html`<div class="card">
    <h1>${title}</h1>
    <p><strong>${name(email)}</strong> is the address of your account at ${name(brand.name)}.</p>
    <form method="post" action="/confirm-address/${code}"><button>Confirm</button></form>
  </div>`;
  return { title, body };
}

/** For a link that is unknown, used or expired. */
export function addressLinkGonePage(): Page {
  const title = 'This link is no longer valid';
  const body = html`<div class="card problem">
    <h1>${title}</h1>
    <p>It has been used, or it has expired. Sign in: the console tells whether your address is confirmed, and sends a new link.</p>
    <p><a class="button secondary" href="/sign-in">Sign in</a></p>
  </div>`;
  return { title, body };
}
