import { html } from 'hono/html';
import type { Html } from '../../languages/html.ts';
import { hidden } from './parts.ts';
import type { View } from './view.ts';

/** A step that cannot be undone. */
export interface Step {
  readonly title: string | Html;
  readonly effect: string | Html;
  /** Shown between the question and the buttons, such as lists to compare. */
  readonly details?: Html | undefined;
  /** Text of the button and path of the form. */
  readonly submit: string;
  readonly action: string;
  /** Hidden fields of the form. */
  readonly fields?: Html | undefined;
  /** Path of the link that cancels, and its text if it is not “Cancel”. */
  readonly back: string;
  readonly keep?: string;
  /** Why the last attempt was rejected. */
  readonly problems?: Html | undefined;
}

/** Asks before a step that cannot be undone. */
export const confirmation = (view: View, step: Step): Html =>
  html`<div class="card confirm">
    <h1>${step.title}</h1>
    ${step.problems}
    <p>${step.effect}</p>
    ${step.details}
    <form method="post" action="${step.action}" class="actions">
      ${hidden('token', view.formToken)}${step.fields}<button class="danger">${step.submit}</button>
      <a class="button secondary" href="${step.back}">${step.keep ?? view.say.cancel}</a>
    </form>
  </div>`;
