import { html } from 'hono/html';
import type { Html } from '../languages/html.ts';
import type { View } from '../view.ts';
import { hidden } from './parts.ts';

/** A step that cannot be undone. */
export interface Step {
  readonly title: string | Html;
  readonly effect: string | Html;
  /** Text of the button that takes it, and the path that it is sent to. */
  readonly submit: string;
  readonly action: string;
  /** Way back without taking it. */
  readonly back: string;
  /** Why an earlier attempt was rejected. */
  readonly problems?: Html | undefined;
}

/** Asks before a step that cannot be undone. */
export const confirmation = (view: View, { title, effect, submit, action, back, problems }: Step): Html =>
  html`<div class="card confirm">
    <h1>${title}</h1>
    ${problems}
    <p>${effect}</p>
    <form method="post" action="${action}" class="actions">
      ${hidden('token', view.formToken)}<button class="danger">${submit}</button>
      <a class="button secondary" href="${back}">Cancel</a>
    </form>
  </div>`;
