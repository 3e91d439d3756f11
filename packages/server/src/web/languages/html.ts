import { html } from 'hono/html';

/** Text that has been escaped. */
export type Html = ReturnType<typeof html>;

/** A name that others chose, set apart from the direction of the text around it. */
export const name = (text: string): Html => html`<bdi>${text}</bdi>`;

/** The same where no element can be: in the title of a window, in a label. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;

/** Label of a control with the app it affects, for users who cannot see which card it is on. */
export const labelled = (action: string, app: string): string => `${action}: ${isolated(app)}`;
