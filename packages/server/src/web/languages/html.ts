import { html } from 'hono/html';

/** Text that has been escaped. */
export type Html = ReturnType<typeof html>;

/** A name that others chose, set apart from the direction of the text around it. */
export const name = (text: string): Html => html`<bdi>${text}</bdi>`;
