import { DirectoryError } from '../../../directory/directory-error.ts';
import {
  checkPassword,
  hashPassword,
  PasswordRejected,
  type PasswordRule,
} from '../../../directory/people/passwords.ts';
import type { WebContext } from '../context.ts';
import { type FilledForm, fieldsOf } from './filled-form.ts';

export type NewPassword = { readonly passwordHash: string } | { readonly rejected: FilledForm };

/** The password that the form chooses for a person, hashed before any change begins. */
export async function newPasswordOf(ctx: WebContext, email: string): Promise<NewPassword> {
  const fields = fieldsOf(ctx);
  const password = fields.get('new-password') ?? '';
  const rule = ruleBroken(password, email);
  if (rule) return { rejected: rejectedForm(ctx, 'new-password', ctx.state.language.say.newPassword.rules[rule]) };
  if (password !== fields.get('repeat')) {
    return { rejected: rejectedForm(ctx, 'repeat', ctx.state.language.say.newPassword.rules.different) };
  }
  return { passwordHash: await hashPassword(password) };
}

function ruleBroken(password: string, email: string): PasswordRule | undefined {
  try {
    checkPassword(password, email);
    return undefined;
  } catch (error) {
    if (error instanceof PasswordRejected) return error.rule;
    throw error;
  }
}

/** The form of the request, with a problem of one field. */
export const rejectedForm = (ctx: WebContext, field: string, message: string): FilledForm => ({
  values: fieldsOf(ctx),
  problems: [{ field, message }],
});

/** Outcome of a change that a link may come too late for. */
export async function ifStillValid<T>(change: () => Promise<T>): Promise<T | undefined> {
  try {
    return await change();
  } catch (error) {
    if (error instanceof DirectoryError) return undefined;
    throw error;
  }
}
