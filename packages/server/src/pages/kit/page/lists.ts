import { html } from 'hono/html';
import type { Html } from '../../languages/html.ts';

/** A column of a table: its heading, how it renders a row, and its alignment. */
export type Column<Row> = readonly [
  heading: string,
  of: (row: Row) => Html | string | number | undefined,
  kind?: 'number',
];

/** A table that scrolls inside its own box on narrow screens. */
export function dataTable<Row>(caption: string, rows: readonly Row[], columns: readonly Column<Row>[]): Html {
  const cell =
    (row: Row) =>
    ([, of, kind]: Column<Row>) =>
      html`<td ${kind && html`class="${kind}"`}>${of(row)}</td>`;
  return html`<div class="scroll" role="group" aria-label="${caption}" tabindex="0"><table>
    <caption>${caption}</caption>
    <thead><tr>${columns.map(([heading, , kind]) => html`<th scope="col" ${kind && html`class="${kind}"`}>${heading}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${columns.map(cell(row))}</tr>`)}</tbody>
  </table></div>`;
}

/** A search form. Its results have an address that can be bookmarked. */
export const searchForm = (action: string, fields: Html): Html =>
  html`<form class="search" method="get" action="${action}" role="search">${fields}<button class="secondary">Search</button></form>`;

/** Link to the next page of a list, with the same search. */
export function olderLink(path: string, search: URLSearchParams, next: number | null): Html | undefined {
  if (next === null) return undefined;
  const query = new URLSearchParams(search);
  query.set('after', String(next));
  return html`<p><a class="button secondary" href="${path}?${query}">More</a></p>`;
}
