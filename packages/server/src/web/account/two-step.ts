import { type ControlTransaction, changeControl } from '../../directory/control.ts';
import { isConfirmed } from '../../directory/people/address-links.ts';
import {
  cancelSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  enrolmentOf,
  type OwnLogin,
  replaceRecoveryCodes,
  secondFactorOf,
  startSecondFactor,
} from '../../directory/people/second-factors.ts';
import { goOn, originOf, type WebContext, type WebStage } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { EMPTY_FORM, type FilledForm, fieldsOf } from '../kit/form/filled-form.ts';
import { leaveFlash } from '../kit/form/flash-cookie.ts';
import { rejectedForm } from '../kit/form/new-password.ts';
import { sendPage } from '../kit/page/send-page.ts';
import { viewOf } from '../kit/page/view.ts';
import { WebProblem } from '../kit/problems.ts';
import { sessionOf } from '../kit/session/load-session.ts';
import { provePassword } from '../kit/session/prove-password.ts';
import { recoveryCodesPage, twoStepPage } from './two-step-pages.ts';

const PATH = '/account/two-step';

/** `GET /account/two-step` */
export function showTwoStep(deps: WebDependencies): WebStage {
  return async function showTwoStepPage(ctx) {
    await sendTwoStep(ctx, deps, 200, EMPTY_FORM);
  };
}

/** `POST /account/two-step`: whatever changes how the person signs in needs their password. */
export function changeTwoStep(deps: WebDependencies): WebStage {
  return async function changeTwoStepOfPerson(ctx) {
    const action = fieldsOf(ctx).get('do') ?? '';
    if (action === 'cancel') return cancel(ctx, deps);
    if (FIRST.has(action) && !(await isProved(ctx, deps))) {
      return sendTwoStep(ctx, deps, 409, rejectedForm(ctx, '', ctx.state.language.say.confirmFirst));
    }
    if (action === 'start') return start(ctx, deps);
    const change = CHANGES.get(action);
    if (!change) throw new WebProblem('forged');
    const proof = await provePassword(ctx, deps, fieldsOf(ctx).get('password') ?? '');
    if (proof === 'right') return change(ctx, deps);
    const { wrongPassword } = ctx.state.language.say.twoStep;
    if (proof === 'wrong') return sendTwoStep(ctx, deps, 400, rejectedForm(ctx, 'password', wrongPassword));
    await sendTwoStep(ctx, deps, 429, EMPTY_FORM, true);
  };
}

const CHANGES: ReadonlyMap<string, (ctx: WebContext, deps: WebDependencies) => Promise<void>> = new Map([
  ['confirm', confirm],
  ['new-codes', makeNewCodes],
  ['off', turnOff],
]);

/** Steps to a second factor: of somebody else's address it would lock its owner out. */
const FIRST: ReadonlySet<string> = new Set(['start', 'confirm']);

const isProved = (ctx: WebContext, deps: WebDependencies): Promise<boolean> =>
  change(ctx, deps, async (tx, { userId }) => deps.mailer === undefined || isConfirmed(tx, userId));

async function start(ctx: WebContext, deps: WebDependencies): Promise<void> {
  await change(ctx, deps, (tx, { userId }) => startSecondFactor(tx, deps.sealing, userId));
  goOn(ctx, PATH);
}

/** Only what is not on yet is given up without a password. */
async function cancel(ctx: WebContext, deps: WebDependencies): Promise<void> {
  await change(ctx, deps, (tx, { userId }) => cancelSecondFactor(tx, userId));
  goOn(ctx, PATH);
}

async function confirm(ctx: WebContext, deps: WebDependencies): Promise<void> {
  const code = fieldsOf(ctx).get('code') ?? '';
  const codes = await change(ctx, deps, (tx, own) => confirmSecondFactor(tx, deps.sealing, own, code));
  const { wrongCode } = ctx.state.language.say.twoStep;
  if (codes) sendPage(ctx, deps, 200, recoveryCodesPage(viewOf(ctx, deps), codes));
  else await sendTwoStep(ctx, deps, 400, rejectedForm(ctx, 'code', wrongCode));
}

async function makeNewCodes(ctx: WebContext, deps: WebDependencies): Promise<void> {
  const codes = await change(ctx, deps, (tx, { userId }) => replaceRecoveryCodes(tx, userId));
  sendPage(ctx, deps, 200, recoveryCodesPage(viewOf(ctx, deps), codes));
}

async function turnOff(ctx: WebContext, deps: WebDependencies): Promise<void> {
  await change(ctx, deps, disableSecondFactor);
  await leaveFlash(ctx, deps, ctx.state.language.say.twoStep.offDone);
  goOn(ctx, PATH);
}

function change<T>(
  ctx: WebContext,
  { control }: WebDependencies,
  work: (tx: ControlTransaction, own: OwnLogin) => Promise<T>,
): Promise<T> {
  const { user, number } = sessionOf(ctx);
  return changeControl(control, originOf(ctx), (tx) => work(tx, { userId: user.id, sessionNumber: number }));
}

async function sendTwoStep(
  ctx: WebContext,
  deps: WebDependencies,
  status: number,
  form: FilledForm,
  isThrottled = false,
): Promise<void> {
  const { user } = sessionOf(ctx);
  const { pool } = deps.control;
  const factor = await secondFactorOf(pool, user.id);
  const enrolment = await enrolmentOf(pool, deps.sealing, user, deps.brand.name);
  sendPage(ctx, deps, status, twoStepPage(viewOf(ctx, deps), { factor, enrolment, form, isThrottled }));
}
