import type { WebStage } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { type FilledForm, textOf } from '../kit/form/filled-form.ts';
import { secretsOf } from '../kit/form/secrets.ts';
import { changes, idIn, type Occasion, shows } from './operator-stages.ts';
import { operatorsPage, removeOperatorPage } from './operators-page.ts';

async function render({ operations, view }: Occasion, form: FilledForm) {
  const { data } = await operations.call('operator.list', { limit: 200 });
  return operatorsPage(view, data, form);
}

/** `GET /operator/operators` */
export const showOperators = (deps: WebDependencies): WebStage => shows(deps, render);

/** `POST /operator/operators`: a new person gets a link to choose a password by, so that nobody else knows it. */
export const addOperator = (deps: WebDependencies): WebStage =>
  changes(deps, {
    async change({ operations }, fields) {
      const person = { email: textOf(fields, 'email') ?? '', name: textOf(fields, 'name') };
      const { userId, email, account } = await operations.call('operator.add', person);
      if (account === 'existing') return { to: '/operator/operators', message: `${email} is now an operator.` };
      const link = await operations.call('user.reset-link', { userId });
      const message = `${email} is now an operator. Send them this link to choose a password; it works for an hour.`;
      return { to: '/operator/operators', message, secrets: secretsOf(link) };
    },
    render,
  });

const renderRemoval = async (occasion: Occasion, form: FilledForm) =>
  removeOperatorPage(
    occasion.view,
    await occasion.operations.call('user.show', { userId: idIn(occasion, 'userId') }),
    form,
  );

/** `GET /operator/operators/{userId}/remove` */
export const askToRemove = (deps: WebDependencies): WebStage => shows(deps, renderRemoval);

/** `POST /operator/operators/{userId}/remove` */
export const removeOperator = (deps: WebDependencies): WebStage =>
  changes(deps, {
    async change(occasion) {
      const userId = idIn(occasion, 'userId');
      await occasion.operations.call('operator.remove', { userId });
      // Who removes themselves no longer sees these pages.
      const to = userId === occasion.view.user?.id ? '/' : '/operator/operators';
      return { to, message: 'The person is no longer an operator.' };
    },
    render: renderRemoval,
  });
