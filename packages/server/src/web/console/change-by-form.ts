import { goOn, type WebContext } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { attempt, type FilledForm } from '../kit/form/filled-form.ts';
import type { Flash } from '../kit/form/flash.ts';
import { leaveFlash } from '../kit/form/flash-cookie.ts';

/** What is said when a change is done, and the secrets that it made. */
export interface Done {
  readonly message: string;
  readonly secrets?: Flash['secrets'];
}

/** A change that a form asks for, and the page that shows its outcome. */
interface FormChange {
  change(): Promise<Done>;
  reject(filled: FilledForm): Promise<void>;
  /** Path to go on to when it is done. */
  readonly path: string;
}

/** Makes a change, and shows on its page what was done or what is wrong. */
export async function changeByForm(ctx: WebContext, deps: WebDependencies, form: FormChange): Promise<void> {
  const outcome = await attempt(ctx, () => form.change());
  if ('rejected' in outcome) return form.reject(outcome.rejected);
  await leaveFlash(ctx, deps, outcome.done.message, outcome.done.secrets);
  goOn(ctx, form.path);
}
