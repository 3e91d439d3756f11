import { html } from 'hono/html';
import type { Html } from '../../languages/html.ts';
import { hidden } from '../../pages/parts.ts';
import type { View } from '../../view.ts';

/** Pieces of the pages for operators. */

/** The day of an instant, with the whole instant beside it. */
export const day = (at: string | null): Html | string =>
  at === null ? '–' : html`<time datetime="${at}" title="${at}">${at.slice(0, 10)}</time>`;

/** A form of one of the operator's pages. */
export const changeForm = ({ formToken }: View, action: string, content: Html): Html =>
  html`<form method="post" action="${action}">${hidden('token', formToken)}${content}</form>`;

interface Question {
  readonly heading: string | Html;
  readonly effect: string;
  /** Target of the form, which is the page that asks. */
  readonly action: string;
  readonly submit: string;
  /** Where it leads not to do it. */
  readonly back: string;
  readonly problems: Html | undefined;
}

/** Asks before what cannot be undone. */
export const confirmation = (view: View, { heading, effect, action, submit, back, problems }: Question): Html =>
  html`<div class="card confirm"><h1>${heading}</h1>${problems}<p>${effect}</p>
    <form method="post" action="${action}" class="actions">${hidden('token', view.formToken)}
      <button class="danger">${submit}</button><a class="button secondary" href="${back}">Cancel</a></form></div>`;
