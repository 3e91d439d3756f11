import { DirectoryError } from '../../../control/directory-error.ts';
import { CalledTooOften, InvalidInput, type Problem } from '../../../control/errors.ts';
import { asciiDigits } from '../../../control/text.ts';
import type { WebContext } from '../context.ts';

/** Values of a form and what is wrong with them. */
export interface FilledForm {
  readonly values: URLSearchParams;
  readonly problems: readonly Problem[];
  /** Status of the response; by default 400. */
  readonly status?: number;
}

export const EMPTY_FORM: FilledForm = { values: new URLSearchParams(), problems: [] };

/** A form filled with a record's current values. */
export const filledWith = (values: Readonly<Record<string, string>>): FilledForm => ({
  values: new URLSearchParams(values),
  problems: [],
});

export function fieldsOf({ state }: WebContext): URLSearchParams {
  return state.form ?? new URLSearchParams();
}

/** A trimmed field; undefined if it is empty. */
export const textOf = (fields: URLSearchParams, name: string): string | undefined =>
  fields.get(name)?.trim() || undefined;

/** Reads a number: undefined if the field is empty, NaN for anything but digits. Validation rejects NaN. */
export function numberOf(fields: URLSearchParams, name: string): number | undefined {
  const text = textOf(fields, name);
  if (text === undefined) return undefined;
  const digits = asciiDigits(text);
  return /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
}

/** Lines of a field, without the blank ones. */
export const linesOf = (fields: URLSearchParams, name: string): string[] =>
  (fields.get(name) ?? '')
    .split(/[\r\n,]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

export type Outcome<T> = { readonly done: T } | { readonly rejected: FilledForm };

/** Shows the form again with these problems, worded as on its page. */
export class FormRejected extends Error {
  override name = 'FormRejected';
  readonly problems: readonly Problem[];
  readonly status: number;

  constructor(problems: readonly Problem[], status = 400) {
    super(problems.map(({ message }) => message).join(' '));
    this.problems = problems;
    this.status = status;
  }
}

/** Rejects one field of a form, or the form as a whole if the name is empty. */
export const rejectedField = (field: string, message: string, status?: number): FormRejected =>
  new FormRejected([{ field, message }], status);

/** Result of a change made through a link; undefined if the link is no longer valid. */
export async function ifStillValid<T>(change: () => Promise<T>): Promise<T | undefined> {
  try {
    return await change();
  } catch (error) {
    if (error instanceof DirectoryError) return undefined;
    throw error;
  }
}

/** Runs a form's change or a search. If the rules reject it, the form is shown again. */
export async function attempt<T>(
  values: URLSearchParams,
  work: () => Promise<T>,
  explain: Explain = problemsOf,
): Promise<Outcome<T>> {
  try {
    return { done: await work() };
  } catch (error) {
    if (error instanceof FormRejected) {
      const { problems, status } = error;
      return { rejected: { values, problems, status } };
    }
    const problems = explain(error);
    return { rejected: { values, problems, ...(error instanceof CalledTooOften && { status: 429 }) } };
  }
}

/** Turns a rejection into problems; rethrows any other error. */
type Explain = (error: unknown) => readonly Problem[];

/** Reports problems with a field under the name that it has in the form. */
export async function renameField<T>(from: string, to: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    throw new InvalidInput(
      error.problems.map(({ field, message }) => ({ field: field === from ? to : field, message })),
    );
  }
}

/** A rejection that names no field is a problem of the whole form. */
function problemsOf(error: unknown): readonly Problem[] {
  if (error instanceof InvalidInput) return error.problems;
  if (error instanceof DirectoryError) return [{ field: '', message: error.message }];
  throw error;
}
