import { html } from 'hono/html';
import { errorAddress, operationAddresses } from '../../documentation/reference-links.ts';
import type { Html } from '../../languages/html.ts';

/** Link to the operation's entry in the reference. */
export function operationLink(docsUrl: string, operation: string): Html | string {
  const address = operationAddresses().get(operation);
  return address === undefined ? operation : html`<a href="${new URL(address, docsUrl)}">${operation}</a>`;
}

/** Link to the code's section in the error guide. */
export const codeLink = (docsUrl: string, code: string): Html =>
  html`<a href="${new URL(errorAddress(code), docsUrl)}"><code>${code}</code></a>`;
