import { html } from 'hono/html';
import type { ControlTransaction } from '../../control/control.ts';
import {
  cancelSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  type Enrolment,
  enrolmentOf,
  type OwnLogin,
  replaceRecoveryCodes,
  secondFactorOf,
  startSecondFactor,
} from '../../control/second-factors.ts';
import { authenticateUser } from '../../control/users.ts';
import { WebProblem } from '../kit/context.ts';
import { EMPTY_FORM, type FilledForm, formProblems, rejectedField, textField } from '../kit/fields.ts';
import type { Page } from '../kit/layout.ts';
import { notice, ownForm, qrCode, type View } from '../kit/page.ts';
import type { Done, Screen, SignedIn, Visit } from '../kit/screen.ts';
import {
  CURRENT_PASSWORD,
  requireConfirmedAddress,
  requirePassword,
  throttledNotice,
  username,
} from '../kit/sign-in.ts';
import type { Html } from '../languages/html.ts';
import { accountNavigation, changeAndRemember } from './account.ts';

const PATH = '/account/two-step';

export const CODE = html`inputmode="text" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" maxlength="40" dir="ltr"`;

/** A person's two-step sign-in: off, being set up, or on. */
export const twoStepScreen: Screen<SignedIn> = {
  path: PATH,
  name: 'twoStep',
  async show(visit) {
    const { deps, session, view } = visit;
    const { twoStep: say } = view.say;
    const { pool } = deps.control;
    const form = visit.form('twoStep');
    const { state, recoveryCodes } = await secondFactorOf(pool, session.user.id);
    const enrolment = await enrolmentOf(pool, deps.sealing, session.user, deps.brand.name);
    const isOn = state === 'on';
    const start = html`<button name="do" value="start">${say.start}</button>`;
    const enrol = enrolment ? confirmForm(view, form, enrolment) : ownForm(view, PATH, start, 'actions');
    const body = html`<h1>${say.title}</h1>
  <div class="card">
    ${!isOn && html`<p>${say.lead}</p>`}
    ${formProblems(form, ['code', 'password'])}${throttledNotice(view, form)}
    ${isOn ? manageForm(view, form, recoveryCodes) : enrol}
  </div>`;
    return { title: say.title, body, navigation: accountNavigation(view, 'twoStep') };
  },
  change(visit) {
    const action = ACTIONS.get(visit.fields.get('do') ?? '');
    if (!action) throw new WebProblem('forged');
    return action(visit);
  },
  /** Verifies the password again. Recovery codes are shown once, so a second click is told how to get new ones. */
  async again({ ctx, deps, fields, view }, { userId }) {
    const { session } = ctx.state;
    const { twoStep: say } = view.say;
    const action = fields.get('do');
    if (!session || session.user.id !== userId || action === 'new-codes') return undefined;
    if (action === 'start' || action === 'cancel') return {};
    const isProved = await authenticateUser(deps.control.pool, session.user.email, fields.get('password') ?? '');
    return isProved && { message: action === 'confirm' ? say.codesShown : say.offDone };
  },
};

type TwoStepVisit = Visit<SignedIn>;

const ACTIONS = new Map(
  Object.entries<(visit: TwoStepVisit) => Promise<Done | Page>>({
    async start(visit) {
      await requireConfirmedAddress(visit, visit.session.user.id);
      await change(visit, (tx, { userId }) => startSecondFactor(tx, visit.deps.sealing, userId));
      return {};
    },
    /** Requires no password, since two-step sign-in is not on yet. */
    async cancel(visit) {
      await change(visit, (tx, { userId }) => cancelSecondFactor(tx, userId));
      return {};
    },
    /** Requires a confirmed address, since the second factor could lock out the address's owner. */
    async confirm(visit) {
      await requireConfirmedAddress(visit, visit.session.user.id);
      await requireOwnPassword(visit);
      const code = visit.fields.get('code') ?? '';
      const { sealing } = visit.deps;
      const codes = await change(visit, async (tx, own) => (await confirmSecondFactor(tx, sealing, own, code)) ?? null);
      if (!codes) throw rejectedField('code', visit.view.say.twoStep.wrongCode);
      return recoveryCodesPage(visit.view, codes);
    },
    async 'new-codes'(visit) {
      await requireOwnPassword(visit);
      const codes = await change(visit, (tx, { userId }) => replaceRecoveryCodes(tx, userId));
      return recoveryCodesPage(visit.view, codes);
    },
    async off(visit) {
      await requireOwnPassword(visit);
      await change(visit, disableSecondFactor);
      return { message: visit.view.say.twoStep.offDone };
    },
  }),
);

const requireOwnPassword = (visit: TwoStepVisit): Promise<void> =>
  requirePassword(visit, visit.view.say.twoStep.wrongPassword);

function change<T>(visit: TwoStepVisit, work: (tx: ControlTransaction, own: OwnLogin) => Promise<T>): Promise<T> {
  const { user, number: sessionNumber } = visit.session;
  return changeAndRemember(visit, { userId: user.id }, (tx) => work(tx, { userId: user.id, sessionNumber }));
}

function confirmForm(view: View, form: FilledForm, { uri, secret }: Enrolment): Html {
  const { twoStep: say, cancel: cancelText } = view.say;
  // Codes are accepted once, so the submitted one is not shown again.
  const emptied = { ...EMPTY_FORM, problems: form.problems };
  const fields = html`${view.user && username(view.user.email)}
    ${textField(emptied, { name: 'code', label: say.code, attributes: CODE })}
    ${textField(form, { name: 'password', label: say.password, attributes: CURRENT_PASSWORD })}
    <div class="actions">
      <button name="do" value="confirm">${say.confirm}</button>
      <button name="do" value="cancel" class="secondary" formnovalidate>${cancelText}</button>
    </div>`;
  return html`<p>${say.scan}</p>
  ${qrCode(uri, say.qr)}
  <p><a href="${uri}">${say.open}</a></p>
  <p>${say.orType} <code>${secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code></p>
  ${ownForm(view, PATH, fields)}`;
}

function manageForm(view: View, form: FilledForm, recoveryCodes: number): Html {
  const { twoStep: say } = view.say;
  const fields = html`${view.user && username(view.user.email)}
    ${textField(form, { name: 'password', label: say.password, hint: say.manage, attributes: CURRENT_PASSWORD })}
    <div class="actions">
      <button name="do" value="new-codes">${say.newCodes}</button>
      <button name="do" value="off" class="secondary danger">${say.off}</button>
    </div>`;
  return html`${notice('good', say.on)}<p>${say.left(recoveryCodes)}</p>${ownForm(view, PATH, fields)}`;
}

function recoveryCodesPage(view: View, codes: readonly string[]): Page {
  const { twoStep: say } = view.say;
  const body = html`<h1>${say.codesTitle}</h1>
  <div class="card">
    ${notice('good', say.on)}
    <p>${say.codesLead}</p>
    <ul class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
    <div class="actions"><a class="button" href="${PATH}">${say.codesDone}</a></div>
  </div>`;
  return { title: say.codesTitle, body, navigation: accountNavigation(view, 'twoStep') };
}
