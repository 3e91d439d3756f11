import { html } from 'hono/html';
import { OPERATOR } from '../../control/actor.ts';
import type { Page as Rows } from '../../control/page.ts';
import type { InputOf, OperationName, Operations, OutputOf } from '../../operations/operations.ts';
import { originOf, WebProblem } from '../kit/context.ts';
import { sessionOrSignIn } from '../kit/cookies.ts';
import { type AnyField, anyField, numberOf } from '../kit/fields.ts';
import type { Navigation } from '../kit/layout.ts';
import { type FormField, fieldsFor, inputIn } from '../kit/operation-screens.ts';
import { type Column, dataTable, olderLink, searchForm } from '../kit/page.ts';
import { type Audience, type Screen, showSearch, type Visit } from '../kit/screen.ts';
import { speakEnglish } from '../languages/choose-language.ts';
import type { Html } from '../languages/html.ts';

interface Operator {
  readonly operations: Operations;
}

export type OperatorScreen = Screen<Operator>;
export type OperatorVisit = Visit<Operator>;

const SECTIONS = [
  ['Health', '/operator'],
  ['Reviews', '/operator/reviews'],
  ['Apps', '/operator/apps'],
  ['Organizations', '/operator/organizations'],
  ['Merchants', '/operator/merchants'],
  ['People', '/operator/people', '/operator/operators'],
  ['Keys', '/operator/keys', '/operator/tokens'],
  ['Audit log', '/operator/audit'],
] as const;

/** Sections of the pages. The path determines the current one. */
export const operatorNavigation = (path: string): Navigation => ({
  area: 'operator',
  home: '/operator',
  sections: SECTIONS.map(([text, href, ...others]) => ({
    href,
    text,
    current: path === href || (href !== '/operator' && [href, ...others].some((start) => path.startsWith(start))),
  })),
});

/** Operators. Everyone else gets a 404. */
export const OPERATORS: Audience<Operator> = {
  name: 'operator',
  navigation: ({ ctx }) => operatorNavigation(ctx.path),
  async admit(ctx, { controlPlane }) {
    const session = sessionOrSignIn(ctx);
    if (!session) return undefined;
    speakEnglish(ctx);
    if (!session.areas.includes('operator')) throw new WebProblem('notFound');
    return { operations: controlPlane.as(OPERATOR, originOf(ctx)) };
  },
};

type Listed<Name extends OperationName> = OutputOf<Name> extends Rows<infer Row> ? Row : never;

interface List<Name extends OperationName> {
  readonly path: string;
  readonly name: string;
  readonly title: string;
  readonly lead?: Html;
  /** Input fields that filter the list. An empty field matches any value. */
  readonly filters: readonly FormField<Name>[];
  /** A filter that is not an input field, and its conversion to input. */
  readonly more?: { readonly field: AnyField; input(query: URLSearchParams): Partial<InputOf<Name>> };
  above?(query: URLSearchParams): Html;
  /** Caption of the table; by default the title. */
  readonly caption?: string;
  readonly columns: readonly Column<Listed<Name>>[];
}

export const list = <Name extends OperationName>(
  operation: Name,
  { path, name, title, lead, filters, more, above, caption = title, columns }: List<Name>,
): OperatorScreen => ({
  path,
  name,
  show({ operations, query }) {
    const fields = fieldsFor(operation, filters).map(
      ({ options, ...field }): AnyField => ({
        ...field,
        optional: true,
        ...(options && { options: [['', `Any ${field.label.toLowerCase()}`], ...options] }),
      }),
    );
    const find = async () => {
      const input = { ...inputIn(operation, query, filters), ...more?.input(query), after: numberOf(query, 'after') };
      return (await operations.call(operation, input as InputOf<Name>)) as Rows<Listed<Name>>;
    };
    return showSearch(query, find, (form, found) => {
      const rows =
        found && html`${above?.(query)}${dataTable(caption, found.data, columns)}${olderLink(path, query, found.next)}`;
      const shown = [...fields, ...(more ? [more.field] : [])].map((field) => anyField(form, field));
      const body = html`<h1>${title}</h1>${lead}
    ${searchForm(path, html`${shown}`)}
    ${rows}`;
      return { title, body };
    });
  },
});
