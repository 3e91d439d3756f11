import { html } from 'hono/html';
import type { Developer } from '../../actors/developer.ts';
import type { Html } from '../../languages/html.ts';
import type { Page } from '../../pages/layout.ts';
import { hidden } from '../../pages/parts.ts';
import type { View } from '../../view.ts';
import { consoleOffice } from './console-office.ts';

/** Something that cannot be undone. */
export interface Consequence {
  readonly title: string;
  readonly text: string | Html;
  /** Text of the button that does it, and the path that it is sent to. */
  readonly submit: string;
  readonly action: string;
  /** Way back without doing it. */
  readonly back: string;
  readonly section: 'apps' | 'merchants' | 'organization';
}

/** Asks before something is done that cannot be undone. */
export function confirmPage(view: View, developer: Developer, consequence: Consequence): Page {
  const { title, text, submit, action, back, section } = consequence;
  const body = html`<div class="card confirm">
    <h1>${title}</h1>
    <p>${text}</p>
    <form method="post" action="${action}" class="actions">
      ${hidden('token', view.formToken)}<button class="danger">${submit}</button>
      <a class="button secondary" href="${back}">Cancel</a>
    </form>
  </div>`;
  return { title, body, office: consoleOffice(developer, section) };
}
