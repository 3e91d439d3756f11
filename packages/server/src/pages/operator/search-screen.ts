import { html } from 'hono/html';
import type { Page as Rows } from '../../control/page.ts';
import type { Operations } from '../../operations/operations.ts';
import { type AnyField, anyField } from '../kit/form/fields.ts';
import { numberOf, textOf } from '../kit/form/filled-form.ts';
import { type Column, dataTable, olderLink, searchForm } from '../kit/page/lists.ts';
import { showSearch } from '../kit/screen.ts';
import type { Html } from '../languages/html.ts';
import type { OperatorScreen } from './audience.ts';
import { operatorNavigation, type Section } from './navigation.ts';

/** A list that operators can search. */
interface Search<Row> {
  readonly path: string;
  /** Name in the log, and section of the page. */
  readonly name: Section;
  readonly title: string;
  /** Shown under the title. */
  readonly lead?: Html;
  readonly fields: readonly AnyField[];
  find(operations: Operations, page: SearchPage, query: URLSearchParams): Promise<Rows<Row>>;
  /** Shown above the rows. */
  above?(query: URLSearchParams): Html;
  /** Caption of the table; by default the title. */
  readonly caption?: string;
  readonly columns: readonly Column<Row>[];
}

/** Part of every query: the text to search for and the id that the page starts after. */
interface SearchPage {
  readonly search: string | undefined;
  readonly after: number | undefined;
}

export const searchScreen = <Row>(search: Search<Row>): OperatorScreen => ({
  path: search.path,
  name: search.name,
  show({ operations, query }) {
    const { path, name, title, lead, fields, above, caption = title, columns } = search;
    const find = () =>
      search.find(operations, { search: textOf(query, 'search'), after: numberOf(query, 'after') }, query);
    return showSearch(query, find, (form, found) => {
      const rows =
        found && html`${above?.(query)}${dataTable(caption, found.data, columns)}${olderLink(path, query, found.next)}`;
      const body = html`<h1>${title}</h1>${lead}
    ${searchForm(path, html`${fields.map((field) => anyField(form, field))}`)}
    ${rows}`;
      return { title, body, navigation: operatorNavigation(name) };
    });
  },
});

/** Search field of most lists. */
export const searchField = (label: string): AnyField => ({ name: 'search', label, optional: true });

/** A field that narrows the list to one of several values. */
export const filterField = (name: string, label: string, any: string, values: readonly string[]): AnyField => ({
  name,
  label,
  optional: true,
  options: [['', any], ...values.map((value) => [value, value] as const)],
});
