import { html } from 'hono/html';
import { checkPassword, hashPassword, PasswordRejected, type PasswordRule } from '../../../control/people/passwords.ts';
import { authenticateUser } from '../../../control/people/users.ts';
import type { Html } from '../../languages/html.ts';
import type { View } from '../page/view.ts';
import type { Visit } from '../screen.ts';
import { sessionOf } from '../session/load-session.ts';
import { countPasswordAttempt } from '../session/throttle.ts';
import { textField } from './fields.ts';
import { type FilledForm, rejectedField } from './filled-form.ts';

/** Tells password managers which account the password belongs to. */
export const username = (email: string): Html =>
  html`<input type="text" name="username" value="${email}" autocomplete="username" hidden readonly />`;

export const CURRENT_PASSWORD = html`type="password" autocomplete="current-password" maxlength="256" dir="ltr"`;

const NEW = html`type="password" autocomplete="new-password" maxlength="256" dir="ltr"`;

export const newPasswordFields = ({ say }: View, form: FilledForm): Html => {
  const { newPassword } = say;
  return html`${textField(form, { name: 'new-password', label: newPassword.password, hint: newPassword.hint, attributes: NEW })}
    ${textField(form, { name: 'repeat', label: newPassword.repeat, attributes: NEW })}`;
};

/** Hashes the new password before the transaction begins. */
export async function newPasswordHash({ fields, view }: Visit, email: string): Promise<string> {
  const { rules } = view.say.newPassword;
  const password = fields.get('new-password') ?? '';
  const broken = ruleBroken(password, email);
  if (broken) throw rejectedField('new-password', rules[broken]);
  if (password !== fields.get('repeat')) throw rejectedField('repeat', rules.different);
  return hashPassword(password);
}

/** True if the form's new password is this person's now: the first click has set it. */
export const holdsNewPassword = async ({ deps, fields }: Visit, email = ''): Promise<boolean> =>
  (await authenticateUser(deps.control.pool, email, fields.get('new-password') ?? '')) !== undefined;

function ruleBroken(password: string, email: string): PasswordRule | undefined {
  try {
    checkPassword(password, email);
    return undefined;
  } catch (error) {
    if (error instanceof PasswordRejected) return error.rule;
    throw error;
  }
}

/** Verifies the password of the signed-in person, throttled like a sign-in. */
export async function requirePassword({ ctx, deps, fields }: Visit, wrong: string): Promise<void> {
  const { email } = sessionOf(ctx).user;
  await countPasswordAttempt(ctx, deps, email);
  const isRight = await authenticateUser(deps.control.pool, email, fields.get('password') ?? '');
  if (!isRight) throw rejectedField('password', wrong);
}
