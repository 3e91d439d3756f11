import { html } from 'hono/html';
import { inputFields } from '../../operations/commands.ts';
import type { Operation, Question } from '../../operations/operation.ts';
import {
  type InputOf,
  OPERATIONS,
  type OperationName,
  type Operations,
  type OutputOf,
} from '../../operations/operations.ts';
import { type Html, name as isolated } from '../languages/html.ts';
import { type AnyField, anyField, formProblems, linesOf, numberOf, textOf } from './fields.ts';
import type { Navigation, Page } from './layout.ts';
import { ownForm } from './page.ts';
import {
  type Question as AskedQuestion,
  type Change,
  confirmScreen,
  type Done,
  pathOf,
  type Screen,
  type Visit,
} from './screen.ts';
import { secretsOf } from './submission.ts';

/** Pages that follow from an operation: a question before a change, a form, and the sentence after them. */

/** Who calls operations on a page. */
interface Caller {
  readonly operations: Operations;
}

type FieldOf<Name extends OperationName> = keyof (typeof OPERATIONS)[Name]['input']['entries'] & string;
type NamesOf<Name extends OperationName> = { readonly [Field in FieldOf<Name>]?: string };

/** Marks the names in a question, so that a page can isolate them. */
const [BEGIN, END] = ['\uE000', '\uE001'];

/** What an operation asks about records with these names. */
export function questionOf<Name extends OperationName>(
  operation: Name,
  names: NamesOf<Name>,
): Question & { readonly heading: Html } {
  const { asks }: Operation = OPERATIONS[operation];
  const marked = Object.entries(names).map(([field, text]) => [field, `${BEGIN}${text}${END}`]);
  const question = asks?.(Object.fromEntries(marked), {});
  if (!question) throw new Error(`${operation} asks nothing.`);
  const parts = question.title.split(new RegExp(`[${BEGIN}${END}]`));
  return {
    ...question,
    title: parts.join(''),
    heading: html`${parts.map((part, at) => (at % 2 === 1 ? isolated(part) : part))}`,
  };
}

/** The sentence after an operation, and the secrets in its output. */
export function saidOf<Name extends OperationName>(operation: Name, output: OutputOf<Name>, input: object): Done {
  const { done }: Operation = OPERATIONS[operation];
  return { message: done?.(output, input as Record<string, unknown>) ?? 'Saved.', secrets: secretsOf(output) };
}

/** The fields of an operation's input that the path has. */
function idsInPath(operation: OperationName, visit: Pick<Visit, 'ctx' | 'id' | 'param'>): object {
  const given = [...inputFields(OPERATIONS[operation].input).values()].filter(({ name }) => name in visit.ctx.params);
  return Object.fromEntries(given.map(({ name, kind }) => [name, kind === 'id' ? visit.id(name) : visit.param(name)]));
}

/** What a question is about. Anything but the names replaces what the operation itself says. */
export interface Subject<Name extends OperationName>
  extends Partial<Omit<AskedQuestion, 'back' | 'navigation'>>,
    Pick<AskedQuestion, 'back' | 'navigation'> {
  readonly names: NamesOf<Name>;
}

interface AskScreen<Visitor, Name extends OperationName>
  extends Pick<Screen<Visitor>, 'path' | 'name'>,
    Pick<Change<Visitor>, 'outcomeOn'> {
  /** Responds with 404 if the record does not exist. */
  about(visit: Visit<Visitor>): Promise<Subject<Name>> | Subject<Name>;
  /** Fields of the input that are not in the path. */
  input?(visit: Visit<Visitor>): Partial<InputOf<Name>> | Promise<Partial<InputOf<Name>>>;
  /** Path of the next page; by default the screen that shows the outcome. */
  to?(visit: Visit<Visitor>): string;
}

/** A screen that asks what an operation asks, and then calls it with the ids in the path. */
export const ask = <Visitor extends Caller, Name extends OperationName>(
  operation: Name,
  { about, input, to, ...screen }: AskScreen<Visitor, Name>,
): Screen<Visitor> =>
  confirmScreen({
    ...screen,
    async ask(visit) {
      const { names, ...rest } = await about(visit);
      return { ...questionOf(operation, names), ...rest };
    },
    async change(visit) {
      const given = { ...idsInPath(operation, visit), ...(await input?.(visit)) } as InputOf<Name>;
      const output = await visit.operations.call(operation, given);
      return { ...saidOf(operation, output, given), ...(to && { to: to(visit) }) };
    },
  });

/** A field of an operation's input in a form, by its name alone, or with what departs from its texts and its schema. */
export type FormField<Name extends OperationName> =
  | FieldOf<Name>
  | (Partial<AnyField> & { readonly name: FieldOf<Name> });

const ATTRIBUTES: Readonly<Record<string, Html>> = {
  email: html`type="email" maxlength="254" autocomplete="off"`,
  name: html`maxlength="255" autocomplete="off"`,
};

/** Fields for an operation's input, with their labels and hints. */
export function fieldsFor<Name extends OperationName>(operation: Name, fields: readonly FormField<Name>[]): AnyField[] {
  const { input, fields: texts = {} }: Operation = OPERATIONS[operation];
  const inputs = inputFields(input);
  return fields.map((given) => {
    const own = typeof given === 'string' ? { name: given } : given;
    const { kind, required, nullable, choices, fallback, many } = inputs.get(own.name) ?? ({} as never);
    const said = texts[own.name];
    const { label = own.name, hint } = typeof said === 'object' ? said : {};
    const attributes = kind === 'id' ? html`inputmode="numeric"` : ATTRIBUTES[own.name];
    return {
      label,
      ...(hint !== undefined && { hint }),
      ...((nullable || (!required && fallback === undefined)) && { optional: true }),
      ...(many && { lines: true }),
      ...(kind === 'choice' && { options: choices.map((choice) => [choice, choice] as const) }),
      ...(attributes && kind !== 'choice' && { attributes }),
      ...own,
    };
  });
}

const nameOf = (field: string | { readonly name: string }): string => (typeof field === 'string' ? field : field.name);

/** What a form says for these fields of an operation's input. The operation rejects what is missing or wrong. */
export function inputIn<Name extends OperationName>(
  operation: Name,
  values: URLSearchParams,
  fields: readonly FormField<Name>[],
): Partial<InputOf<Name>> {
  const inputs = inputFields(OPERATIONS[operation].input);
  const read = (field: FormField<Name>): unknown => {
    const name = nameOf(field);
    const { kind, nullable, many, choices, ...schema } = inputs.get(name) ?? ({} as never);
    const required = schema.required || (typeof field === 'object' && field.optional === false);
    if (many) return linesOf(values, name);
    const value = kind === 'id' ? numberOf(values, name) : textOf(values, name);
    if (kind === 'choice' && !required) return choices.find((choice) => choice === value);
    if (value !== undefined || !required) return value ?? (nullable ? null : undefined);
    return nullable ? null : kind === 'id' ? Number.NaN : '';
  };
  return Object.fromEntries(fields.map((field) => [nameOf(field), read(field)])) as Partial<InputOf<Name>>;
}

interface OwnForm<Name extends OperationName> {
  /** Name of the form in the log. */
  readonly name: string;
  readonly action: string;
  readonly fields: readonly FormField<Name>[];
  /** Text of the button. */
  readonly submit: string;
  /** Values before a person changes them. */
  readonly values?: Readonly<Record<string, string>>;
  /** True for the main form of its page. */
  readonly isMain?: boolean;
}

/** A form for an operation, after any problems that belong to no field. */
export function formOf<Name extends OperationName>(
  visit: Visit,
  operation: Name,
  { name, action, fields, submit, values, isMain }: OwnForm<Name>,
): Html {
  const form = visit.form(name, values);
  const content = html`${fieldsFor(operation, fields).map((field) => anyField(form, field))}
    <p class="actions"><button${!isMain && html` class="secondary"`}>${submit}</button></p>`;
  return html`${formProblems(form, fields.map(nameOf))}${ownForm(visit.view, action, content)}`;
}

/** The change that a form makes: it calls the operation with the ids in the path and these fields. */
export const submits =
  <Visitor extends Caller, Name extends OperationName>(
    operation: Name,
    fields: readonly FormField<Name>[],
    to?: (visit: Visit<Visitor>, output: OutputOf<Name>) => string,
  ): Change<Visitor>['change'] =>
  async (visit) => {
    const input = { ...idsInPath(operation, visit), ...inputIn(operation, visit.fields, fields) } as InputOf<Name>;
    const output = await visit.operations.call(operation, input);
    return { ...saidOf(operation, output, input), ...(to && { to: to(visit, output) }) };
  };

interface FormScreen<Visitor, Name extends OperationName> extends Pick<Screen<Visitor>, 'path' | 'name'> {
  readonly fields: readonly FormField<Name>[];
  readonly submit: string;
  page(visit: Visit<Visitor>): Promise<FormPage> | FormPage;
  to(visit: Visit<Visitor>, output: OutputOf<Name>): string;
}

interface FormPage extends Pick<Page, 'title'> {
  /** Defaults to the title. */
  readonly heading?: string;
  readonly back: Html;
  readonly navigation: Navigation;
  readonly values?: Readonly<Record<string, string>>;
}

/** A page with one form, for an operation. */
export const form = <Visitor extends Caller, Name extends OperationName>(
  operation: Name,
  { fields, submit, page, to, ...screen }: FormScreen<Visitor, Name>,
): Screen<Visitor> => ({
  ...screen,
  async show(visit) {
    const { title, heading = title, back, navigation, values } = await page(visit);
    const own = { name: screen.name, action: pathOf(screen, visit.ctx), fields, submit, isMain: true };
    const body = html`${back}<h1>${heading}</h1>
    <section class="card">${formOf(visit, operation, { ...own, ...(values && { values }) })}</section>`;
    return { title, body, navigation };
  },
  change: submits(operation, fields, to),
});
