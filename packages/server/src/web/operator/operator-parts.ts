import { html } from 'hono/html';
import { instantOf } from '../kit/page/instants.ts';
import { hidden } from '../kit/page/parts.ts';
import type { View } from '../kit/page/view.ts';
import type { Html } from '../languages/html.ts';

/** Pieces of the pages for operators. */

/** An instant, if there is one. */
export const when = (at: string | null): Html | string => (at === null ? '–' : instantOf(at));

/** Links between pages of one section. */
export const tabs = (
  label: string,
  current: string,
  links: readonly (readonly [tab: string, text: string, href: string])[],
): Html =>
  html`<nav class="tabs" aria-label="${label}"><ul>${links.map(
    ([tab, text, href]) => html`<li><a href="${href}" ${tab === current && html`aria-current="page"`}>${text}</a></li>`,
  )}</ul></nav>`;

/** A form of one of the operator's pages. */
export const changeForm = ({ formToken }: View, action: string, content: Html): Html =>
  html`<form method="post" action="${action}">${hidden('token', formToken)}${content}</form>`;
