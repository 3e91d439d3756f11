import { html } from 'hono/html';

/** Escaped HTML. */
export type Html = ReturnType<typeof html>;

/** A name in isolation, so that its direction does not affect the text around it. */
export const name = (text: string): Html => html`<bdi>${text}</bdi>`;

/** An isolated name where no element is allowed, as in a title or a label. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;

/** Label of a control with the name of what it affects, for people who cannot see on which card it is. */
export const labelled = (action: string, app: string): string => `${action}: ${isolated(app)}`;
