import { html } from 'hono/html';
import { instantOf } from '../kit/page/instants.ts';
import { hidden } from '../kit/page/parts.ts';
import type { View } from '../kit/page/view.ts';
import type { Html } from '../languages/html.ts';

/** An instant, or a dash in place of none. */
export const when = (at: string | null): Html | string => (at === null ? '–' : instantOf(at));

/** A form with its session's token. */
export const changeForm = ({ formToken }: View, action: string, content: Html): Html =>
  html`<form method="post" action="${action}">${hidden('token', formToken)}${content}</form>`;
