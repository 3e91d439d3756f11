import { html } from 'hono/html';

/** Escaped HTML. */
export type Html = ReturnType<typeof html>;

/** A name in bidirectional isolation, so that its direction does not affect the text around it. */
export const name = (text: string): Html => html`<bdi>${text}</bdi>`;

/** An isolated name where no element is allowed, such as a title or label. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;

/** Label of a control that includes the name of its subject, for people who cannot see which card it is on. */
export const labelled = (action: string, app: string): string => `${action}: ${isolated(app)}`;
