import { html } from 'hono/html';
import type { Enrolment, SecondFactor } from '../../directory/people/second-factors.ts';
import { formProblems, textField } from '../kit/form/fields.ts';
import { EMPTY_FORM, type FilledForm } from '../kit/form/filled-form.ts';
import type { Page } from '../kit/page/layout.ts';
import { hidden, notice } from '../kit/page/parts.ts';
import { qrCode } from '../kit/page/qr-code.ts';
import type { View } from '../kit/page/view.ts';
import type { Html } from '../languages/html.ts';
import { accountNavigation } from './navigation.ts';
import { CURRENT_PASSWORD, username } from './password-pages.ts';

const CODE = html`inputmode="text" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" maxlength="40" dir="ltr"`;

export type CodeProblem = 'wrong' | 'throttled' | 'locked';

/** The second step of a sign-in. */
export function codePage({ say }: View, links: { action: string; restart: string }, problem?: CodeProblem): Page {
  const { signInCode } = say;
  const body = html`<div class="card">
    <h1>${signInCode.title}</h1>
    <p>${signInCode.lead}</p>
    ${problem && notice('error', signInCode[problem])}
    <form method="post" action="${links.action}">
      ${textField(EMPTY_FORM, { name: 'code', label: signInCode.code, hint: signInCode.recovery, attributes: CODE })}
      <button>${signInCode.submit}</button>
    </form>
    <p><a href="${links.restart}">${signInCode.restart}</a></p>
  </div>`;
  return { title: signInCode.title, body };
}

/** Two-step sign-in of one's own: off, being set up, or on. */
export interface TwoStep {
  readonly factor: SecondFactor;
  /** Present while it is being set up. */
  readonly enrolment: Enrolment | undefined;
  readonly form: FilledForm;
  readonly isThrottled?: boolean;
}

export function twoStepPage(view: View, twoStep: TwoStep): Page {
  const { twoStep: say, signIn } = view.say;
  const { factor, enrolment, isThrottled } = twoStep;
  const body = html`<h1>${say.title}</h1>
  <div class="card">
    ${factor.state !== 'on' && html`<p>${say.lead}</p>`}
    ${formProblems(twoStep.form, ['code', 'password'])}${isThrottled && notice('error', signIn.throttled)}
    ${factor.state === 'on' ? manage(view, twoStep) : enrolment ? enrol(view, twoStep, enrolment) : start(view)}
  </div>`;
  return { title: say.title, body, navigation: accountNavigation(view, 'twoStep') };
}

const ACTION = '/account/two-step';

const start = ({ say, formToken }: View): Html => html`<form method="post" action="${ACTION}" class="actions">
  ${hidden('token', formToken)}<button name="do" value="start">${say.twoStep.start}</button>
</form>`;

const enrol = (view: View, { form }: TwoStep, { uri, secret }: Enrolment): Html => {
  const { twoStep: say, cancel } = view.say;
  return html`<p>${say.scan}</p>
  ${qrCode(uri, say.qr)}
  <p>${say.orType} <code>${secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code></p>
  <form method="post" action="${ACTION}">
    ${hidden('token', view.formToken)} ${view.user && username(view.user.email)}
    ${textField(emptied(form), { name: 'code', label: say.code, attributes: CODE })}
    ${textField(form, { name: 'password', label: say.password, attributes: CURRENT_PASSWORD })}
    <div class="actions">
      <button name="do" value="confirm">${say.confirm}</button>
      <button name="do" value="cancel" class="secondary" formnovalidate>${cancel}</button>
    </div>
  </form>`;
};

/** A code is accepted once, so what was typed is no help. */
const emptied = ({ problems }: FilledForm): FilledForm => ({ ...EMPTY_FORM, problems });

const manage = (view: View, { factor, form }: TwoStep): Html => {
  const { twoStep: say } = view.say;
  return html`${notice('good', say.on)}
  <p>${say.left(factor.recoveryCodes)}</p>
  <form method="post" action="${ACTION}">
    ${hidden('token', view.formToken)} ${view.user && username(view.user.email)}
    ${textField(form, { name: 'password', label: say.password, hint: say.manage, attributes: CURRENT_PASSWORD })}
    <div class="actions">
      <button name="do" value="new-codes">${say.newCodes}</button>
      <button name="do" value="off" class="secondary danger">${say.off}</button>
    </div>
  </form>`;
};

/** New recovery codes, shown this once. */
export function recoveryCodesPage(view: View, codes: readonly string[]): Page {
  const { twoStep: say } = view.say;
  const body = html`<h1>${say.codesTitle}</h1>
  <div class="card">
    ${notice('good', say.on)}
    <p>${say.codesLead}</p>
    <ul class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
    <div class="actions"><a class="button" href="${ACTION}">${say.codesDone}</a></div>
  </div>`;
  return { title: say.codesTitle, body, navigation: accountNavigation(view, 'twoStep') };
}
