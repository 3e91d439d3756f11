import { changeControl } from '../../directory/control.ts';
import { DirectoryError } from '../../directory/directory-error.ts';
import { addOwnOrganization, type Newcomer, type SignUp, signUp } from '../../directory/people/sign-up.ts';
import { checkedEmail } from '../../directory/people/users.ts';
import { normalName } from '../../directory/text.ts';
import { spend, spendAtSource } from '../../http/rate-limit.ts';
import { goOn, originOf, type WebContext, type WebStage } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { requireFormToken } from '../kit/form/accept-form.ts';
import { attempt, EMPTY_FORM, type FilledForm, fieldsOf } from '../kit/form/filled-form.ts';
import { newPasswordOf } from '../kit/form/new-password.ts';
import { sendPage } from '../kit/page/send-page.ts';
import { viewOf } from '../kit/page/view.ts';
import { accountOf, isExceeded } from '../kit/session/throttle.ts';
import { speakEnglish } from '../languages/choose-language.ts';
import { mailAddressLink } from './confirm-address.ts';
import { accountExistsMail } from './sign-up-mails.ts';
import { signedUpPage, signUpClosedPage, signUpPage } from './sign-up-pages.ts';

/** `GET /sign-up` */
export function showSignUp(deps: WebDependencies): WebStage {
  return async function showSignUpPage(ctx) {
    speakEnglish(ctx);
    if (deps.signUp === 'closed') return sendClosed(ctx, deps);
    sendPage(ctx, deps, 200, signUpPage(viewOf(ctx, deps), EMPTY_FORM));
  };
}

/** `POST /sign-up`: by a stranger, or by a person for one more organization. */
export function signUpByForm(deps: WebDependencies): WebStage {
  const requireToken = requireFormToken(deps);
  return async function signUpDeveloper(ctx) {
    speakEnglish(ctx);
    if (deps.signUp === 'closed') return sendClosed(ctx, deps);
    const { counters, clock, limits } = deps;
    const budget = await spendAtSource(counters, clock, 'sign-up', ctx.state.source, limits.signUps);
    if (isExceeded(ctx, budget)) return sendForm(ctx, deps, 429, { values: fieldsOf(ctx), problems: [] });
    if (ctx.state.session) await requireToken(ctx, () => addOrganization(ctx, deps));
    else await openAccount(ctx, deps);
  };
}

const sendClosed = (ctx: WebContext, deps: WebDependencies): void =>
  sendPage(ctx, deps, 403, signUpClosedPage(viewOf(ctx, deps)));

async function addOrganization(ctx: WebContext, deps: WebDependencies): Promise<void> {
  const checked = checkedFields(ctx, { organization: ORGANIZATION });
  if ('problems' in checked) return sendForm(ctx, deps, 400, checked);
  const founder = { userId: ctx.state.session?.user.id ?? 0, mails: deps.mailer !== undefined };
  const outcome = await attempt(ctx, () =>
    changeControl(deps.control, originOf(ctx), (tx) => addOwnOrganization(tx, checked.organization, founder)),
  );
  if ('rejected' in outcome) return sendForm(ctx, deps, 400, outcome.rejected);
  goOn(ctx, `/console?organization=${outcome.done}`);
}

/** Everything is checked and hashed before the address is looked up, so that the time does not tell whether it is known. */
async function openAccount(ctx: WebContext, deps: WebDependencies): Promise<void> {
  const checked = checkedFields(ctx, { organization: ORGANIZATION, name: PERSON, email: checkedEmail });
  if ('problems' in checked) return sendForm(ctx, deps, 400, checked);
  const chosen = await newPasswordOf(ctx, checked.email);
  if ('rejected' in chosen) return sendForm(ctx, deps, 400, chosen.rejected);
  await keepNewcomer(ctx, deps, { ...checked, passwordHash: chosen.passwordHash });
  goOn(ctx, '/sign-up/done');
}

/** Of two who sign up with one address at once, the second finds it taken, and learns as little as later. */
async function keepNewcomer(ctx: WebContext, deps: WebDependencies, newcomer: Newcomer): Promise<void> {
  const { control, log, mailer } = deps;
  try {
    const mails = mailer !== undefined;
    const outcome = await changeControl(control, originOf(ctx), (tx) => signUp(tx, newcomer, { mails }));
    await mailOutcome(deps, newcomer, outcome);
  } catch (err) {
    if (!(err instanceof DirectoryError)) throw err;
    log.info({ correlationId: ctx.state.correlationId }, 'two signed up with one address at once');
  }
}

/** Only the owner of the address learns whether it had an account, by at most a mail a minute. */
async function mailOutcome(deps: WebDependencies, { email }: Newcomer, outcome: SignUp): Promise<void> {
  const { mailer, brand, counters, clock, webUrl } = deps;
  if (outcome.account === 'created') return mailAddressLink(deps, { email }, outcome.code);
  const { exceeded } = await spend(counters, clock, `sign-up:existing:${accountOf(email)}`, 1);
  if (!exceeded) mailer?.post({ to: email, ...accountExistsMail(brand.name, `${webUrl}/sign-in`) });
}

/** `GET /sign-up/done` */
export function showSignedUp(deps: WebDependencies): WebStage {
  return async function showSignedUpPage(ctx) {
    speakEnglish(ctx);
    if (ctx.state.session) goOn(ctx, '/');
    else sendPage(ctx, deps, 200, signedUpPage(deps.mailer !== undefined));
  };
}

type Check = (text: string) => string;

const ORGANIZATION: Check = (text) => normalName('The name of an organization', text);
const PERSON: Check = (text) => normalName('The name of a person', text);

/** The fields as they are stored, or the form with what is wrong with each. */
function checkedFields<Name extends string>(
  ctx: WebContext,
  checks: Readonly<Record<Name, Check>>,
): Record<Name, string> | FilledForm {
  const fields = fieldsOf(ctx);
  const problems: FilledForm['problems'][number][] = [];
  const values = (Object.entries(checks) as [Name, Check][]).map(([field, check]) => {
    try {
      return [field, check(fields.get(field) ?? '')];
    } catch (error) {
      if (!(error instanceof DirectoryError)) throw error;
      problems.push({ field, message: error.message });
      return [field, ''];
    }
  });
  return problems.length > 0 ? { values: fields, problems } : (Object.fromEntries(values) as Record<Name, string>);
}

function sendForm(ctx: WebContext, deps: WebDependencies, status: 400 | 429, form: FilledForm): void {
  sendPage(ctx, deps, status, signUpPage(viewOf(ctx, deps), form, status === 429));
}
