import { html } from 'hono/html';
import { InvalidInput } from '../../control/errors.ts';
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
import {
  type AnyField,
  anyField,
  formProblems,
  inWords,
  linesOf,
  numberOf,
  textOf,
  toNumber,
  URL_ATTRIBUTES,
} from './fields.ts';
import type { Page } from './layout.ts';
import { backLink, ownForm } from './page.ts';
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

interface Caller {
  readonly operations: Operations;
}

type FieldOf<Name extends OperationName> = keyof (typeof OPERATIONS)[Name]['input']['entries'] & string;
type NamesOf<Name extends OperationName> = { readonly [Field in FieldOf<Name>]?: string };

/** Marks the names in a question, so that a page can isolate them. */
const [BEGIN, END] = ['\uE000', '\uE001'];

/** Returns the operation's question about records with these names. */
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

/** A form field for an operation's input, by name alone or with overrides of its texts and schema. */
export type FormField<Name extends OperationName> =
  | FieldOf<Name>
  | (Partial<AnyField> & {
      readonly name: FieldOf<Name>;
      /** Name in the form, if another form of the page has a field of the same name. */
      readonly as?: string;
    });

/** Attributes of fields, by kind of value or by name. */
const ATTRIBUTES: Readonly<Record<string, Html>> = {
  url: URL_ATTRIBUTES,
  instant: html`type="date"`,
  day: html`type="date"`,
  amount: html`inputmode="decimal" autocomplete="off" maxlength="18"`,
  email: html`type="email" maxlength="254" autocomplete="off"`,
  name: html`maxlength="255" autocomplete="off"`,
};

const namesOf = (field: string | { readonly name: string; readonly as?: string }): { name: string; as: string } =>
  typeof field === 'string' ? { name: field, as: field } : { name: field.name, as: field.as ?? field.name };

export function fieldsFor<Name extends OperationName>(operation: Name, fields: readonly FormField<Name>[]): AnyField[] {
  const { input, fields: texts = {} }: Operation = OPERATIONS[operation];
  const inputs = inputFields(input);
  return fields.map((given) => {
    const { name, as } = namesOf(given);
    const { kind, value = '', required, nullable, choices, fallback, many } = inputs.get(name) ?? ({} as never);
    const said = texts[name];
    const { label = inWords(name), hint } = typeof said === 'object' ? said : {};
    const attributes = kind === 'id' ? html`inputmode="numeric"` : (ATTRIBUTES[value] ?? ATTRIBUTES[name]);
    return {
      label,
      ...(hint !== undefined && { hint }),
      ...((nullable || (!required && fallback === undefined)) && { optional: true }),
      ...(many && { lines: true }),
      ...(kind === 'choice' && !many && { options: choices.map((choice) => [choice, choice] as const) }),
      ...(attributes && kind !== 'choice' && { attributes }),
      ...(typeof given === 'object' && given),
      name: as,
    };
  });
}

/** Reads these fields of an operation's input from a form. The operation rejects missing or wrong values. */
export function inputIn<Name extends OperationName>(
  operation: Name,
  values: URLSearchParams,
  fields: readonly FormField<Name>[],
): Partial<InputOf<Name>> {
  const inputs = inputFields(OPERATIONS[operation].input);
  const read = (field: FormField<Name>): unknown => {
    const { name, as } = namesOf(field);
    const { kind, nullable, many, choices, ...schema } = inputs.get(name) ?? ({} as never);
    const required = schema.required || (typeof field === 'object' && field.optional === false);
    if (many) {
      const lines = linesOf(values, as);
      return nullable && lines.length === 0 ? null : lines.map((line) => (kind === 'id' ? toNumber(line) : line));
    }
    const value = kind === 'id' ? numberOf(values, as) : textOf(values, as);
    if (kind === 'choice' && !required) return choices.find((choice) => choice === value);
    if (value !== undefined || !required) return value ?? (nullable ? null : undefined);
    return nullable ? null : kind === 'id' ? Number.NaN : '';
  };
  return Object.fromEntries(fields.map((field) => [namesOf(field).name, read(field)])) as Partial<InputOf<Name>>;
}

/** How a page calls an operation, with overrides of the operation's own texts. */
interface Call<Visitor, Name extends OperationName> {
  /** Fields of the input that are neither in the path nor in the form. */
  input?(visit: Visit<Visitor>): Partial<InputOf<Name>> | Promise<Partial<InputOf<Name>>>;
  /** Replaces the operation's sentence. */
  readonly said?: string | ((output: OutputOf<Name>, visit: Visit<Visitor>) => string);
  /** Path of the next page; by default the screen that shows the outcome. */
  to?(visit: Visit<Visitor>, output: OutputOf<Name>): string;
}

/** The change that a form makes: it calls the operation with the ids in the path and these fields. */
export const submits =
  <Visitor extends Caller, Name extends OperationName>(
    operation: Name,
    fields: readonly FormField<Name>[],
    { input, said, to }: Call<Visitor, Name> = {},
  ): Change<Visitor>['change'] =>
  async (visit) => {
    const inPath = [...inputFields(OPERATIONS[operation].input).values()].filter(
      ({ name }) => name in visit.ctx.params,
    );
    const given = {
      ...Object.fromEntries(inPath.map(({ name, kind }) => [name, kind === 'id' ? visit.id(name) : visit.param(name)])),
      ...inputIn(operation, visit.fields, fields),
      ...(await input?.(visit)),
    } as InputOf<Name>;
    const renamed = new Map(fields.map(namesOf).map(({ name, as }) => [name, as]));
    const output = await visit.operations.call(operation, given).catch((error: unknown) => {
      if (!(error instanceof InvalidInput)) throw error;
      throw new InvalidInput(
        error.problems.map(({ field, ...rest }) => ({ field: renamed.get(field) ?? field, ...rest })),
      );
    });
    const done = saidOf(operation, output, given);
    const message = typeof said === 'function' ? said(output, visit) : (said ?? done.message);
    return { ...done, message, ...(to && { to: to(visit, output) }) };
  };

/** Subject of a question. Everything but the names overrides the operation's own texts. */
export interface Subject<Name extends OperationName>
  extends Partial<Omit<AskedQuestion, 'back' | 'navigation'>>,
    Pick<AskedQuestion, 'back' | 'navigation'> {
  readonly names: NamesOf<Name>;
}

interface AskScreen<Visitor, Name extends OperationName>
  extends Pick<Screen<Visitor>, 'path' | 'name'>,
    Pick<Change<Visitor>, 'outcomeOn'>,
    Call<Visitor, Name> {
  /** Responds with 404 if the record does not exist. */
  about(visit: Visit<Visitor>): Promise<Subject<Name>> | Subject<Name>;
}

/** A screen that asks an operation's question, then calls the operation with the ids in the path. */
export const ask = <Visitor extends Caller, Name extends OperationName>(
  operation: Name,
  { path, name, outcomeOn, about, ...call }: AskScreen<Visitor, Name>,
): Screen<Visitor> =>
  confirmScreen({
    path,
    name,
    ...(outcomeOn !== undefined && { outcomeOn }),
    async ask(visit) {
      const { names, ...rest } = await about(visit);
      return { ...questionOf(operation, names), ...rest };
    },
    change: submits(operation, [], call),
  });

interface OwnForm<Name extends OperationName> {
  /** Log name of the form, with the names of other forms whose problems it shows. */
  readonly name: string | readonly string[];
  readonly action: string;
  readonly fields: readonly FormField<Name>[];
  readonly submit?: string;
  /** Several buttons instead of one. */
  readonly buttons?: Html;
  readonly values?: Readonly<Record<string, string>> | undefined;
  readonly isMain?: boolean;
  readonly className?: string;
  readonly inColumns?: boolean;
  /** `lead` is shown before the fields, `note` after them. */
  readonly lead?: Html;
  readonly note?: Html | undefined;
}

export function formOf<Name extends OperationName>(visit: Visit, operation: Name, own: OwnForm<Name>): Html {
  const { name, action, fields, submit, buttons, values, isMain, className, inColumns, lead, note } = own;
  const form = visit.form(name, values);
  const shown = fieldsFor(operation, fields);
  const inputs = shown.map((field) => anyField(form, field));
  const content = html`${lead}${formProblems(
    form,
    shown.map((field) => field.name),
  )}${inColumns ? html`<div class="two">${inputs}</div>` : inputs}${note}
    <div class="actions">${buttons ?? html`<button${!isMain && html` class="secondary"`}>${submit}</button>`}</div>`;
  return ownForm(visit.view, action, content, className);
}

interface FormScreen<Visitor, Name extends OperationName>
  extends Pick<Screen<Visitor>, 'path' | 'name'>,
    Call<Visitor, Name>,
    Pick<OwnForm<Name>, 'fields' | 'note'> {
  readonly submit: string;
  page(visit: Visit<Visitor>): Promise<FormPage> | FormPage;
}

interface FormPage extends Pick<Page, 'title' | 'navigation'>, Pick<OwnForm<'app.create'>, 'values'> {
  /** Defaults to the title. */
  readonly heading?: string;
  readonly back: readonly [href: string, text: string | Html];
  /** Path of the form, if not that of the screen. */
  readonly action?: string;
}

/** A page with one form, for an operation. */
export const form = <Visitor extends Caller, Name extends OperationName>(
  operation: Name,
  { path, name, fields, submit, note, page, ...call }: FormScreen<Visitor, Name>,
): Screen<Visitor> => ({
  path,
  name,
  async show(visit) {
    const {
      title,
      heading = title,
      back,
      navigation,
      values,
      action = pathOf({ path }, visit.ctx),
    } = await page(visit);
    const own = { name, action, fields, submit, values, note, isMain: true, className: 'card' };
    const body = html`${backLink(...back)}<h1>${heading}</h1>${formOf(visit, operation, own)}`;
    return { title, body, ...(navigation && { navigation }) };
  },
  change: submits(operation, fields, call),
});
