import { html } from 'hono/html';
import { OPERATOR } from '../../control/actor.ts';
import type { Page as Rows } from '../../control/page.ts';
import type { Operations } from '../../operations/operations.ts';
import { originOf, WebProblem } from '../kit/context.ts';
import { sessionOrSignIn } from '../kit/cookies.ts';
import { type AnyField, anyField, type FilledForm, formProblems, numberOf, textOf } from '../kit/fields.ts';
import type { Navigation } from '../kit/layout.ts';
import { type Column, dataTable, olderLink, ownForm, searchForm, type View } from '../kit/page.ts';
import { type Audience, type Forms, pathOf, type Screen, showSearch, type Visit } from '../kit/screen.ts';
import { speakEnglish } from '../languages/choose-language.ts';
import { type Html, name as nameText } from '../languages/html.ts';

/** An operator of the service. */
interface Operator {
  readonly operations: Operations;
}

export type OperatorScreen = Screen<Operator>;
export type OperatorForms = Forms<Operator>;
export type OperatorVisit = Visit<Operator>;

/** Operators. Everyone else gets a 404. */
export const OPERATORS: Audience<Operator> = {
  name: 'operator',
  async admit(ctx, { controlPlane }) {
    const session = sessionOrSignIn(ctx);
    if (!session) return undefined;
    speakEnglish(ctx);
    if (!session.areas.includes('operator')) throw new WebProblem('notFound');
    return { operations: controlPlane.as(OPERATOR, originOf(ctx)) };
  },
};

const SECTIONS = [
  ['health', 'Health', '/operator'],
  ['reviews', 'Reviews', '/operator/reviews'],
  ['apps', 'Apps', '/operator/apps'],
  ['organizations', 'Organizations', '/operator/organizations'],
  ['merchants', 'Merchants', '/operator/merchants'],
  ['people', 'People', '/operator/people'],
  ['keys', 'Keys', '/operator/keys'],
  ['audit', 'Audit log', '/operator/audit'],
] as const;

type Section = (typeof SECTIONS)[number][0];

/** Sections of the pages for operators. */
export const operatorNavigation = (current: Section): Navigation => ({
  area: 'operator',
  home: '/operator',
  sections: SECTIONS.map(([section, text, href]) => ({ href, text, current: section === current })),
});

interface FieldsForm {
  readonly action: string;
  readonly form: FilledForm;
  readonly fields: readonly AnyField[];
  /** Text of the button. */
  readonly submit: string;
  /** True for the main form of its page. */
  readonly isMain?: true;
}

/** A form of fields, after any problems that belong to no field. */
export function fieldsForm(view: View, { action, form, fields, submit, isMain }: FieldsForm): Html {
  const names = fields.map(({ name }) => name);
  const content = html`${fields.map((field) => anyField(form, field))}
    <p class="actions"><button${!isMain && html` class="secondary"`}>${submit}</button></p>`;
  return html`${formProblems(form, names)}${ownForm(view, action, content)}`;
}

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

/** A record whose name an operator can change. */
interface Renamed {
  /** The record's screen; renaming returns to it. */
  readonly of: OperatorScreen;
  /** Name in the log. */
  readonly name: string;
  readonly section: Section;
  find(visit: OperatorVisit): Promise<{ readonly name: string }>;
  /** Renames the record and returns the notice. */
  rename(visit: OperatorVisit, name: string): Promise<string>;
}

/** A screen that changes the name of a record. */
export const renameScreen = ({ of, name, section, find, rename }: Renamed): OperatorScreen => ({
  path: `${of.path}/name`,
  name,
  async show(visit) {
    const { name: current } = await find(visit);
    const path = pathOf(of, visit.ctx);
    const renaming = fieldsForm(visit.view, {
      action: `${path}/name`,
      form: visit.form(name, { name: current }),
      fields: [{ name: 'name', label: 'Name' }],
      submit: 'Rename',
      isMain: true,
    });
    const body = html`<p><a class="back" href="${path}">${nameText(current)}</a></p><h1>Rename</h1>
    <section class="card">${renaming}</section>`;
    return { title: `Rename ${current}`, body, navigation: operatorNavigation(section) };
  },
  async change(visit) {
    const message = await rename(visit, textOf(visit.fields, 'name') ?? '');
    return { message, to: pathOf(of, visit.ctx) };
  },
});
