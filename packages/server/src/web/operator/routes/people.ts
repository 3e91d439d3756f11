import type { WebStage } from '../../context.ts';
import type { WebDependencies } from '../../dependencies.ts';
import { type FilledForm, textOf } from '../../forms/filled-form.ts';
import { secretsOf } from '../../forms/secrets.ts';
import { peoplePage, personPage, removePage, resetPage } from '../pages/people-pages.ts';
import { changes, idIn, numberOf, type Occasion, searches, shows } from './operator-stages.ts';

/** `GET /operator/people` */
export const showPeople = (deps: WebDependencies): WebStage =>
  searches(deps, {
    find: (operations, query) =>
      operations.call('user.list', { search: textOf(query, 'search'), after: numberOf(query, 'after') }),
    render: peoplePage,
  });

const personOf = (occasion: Occasion) => occasion.operations.call('user.show', { userId: idIn(occasion, 'userId') });

/** `GET /operator/people/{userId}` */
export const showPerson = (deps: WebDependencies): WebStage =>
  shows(deps, async (occasion) => personPage(occasion.view, await personOf(occasion)));

/** `POST /operator/people/{userId}` */
export const changePerson = (deps: WebDependencies): WebStage =>
  changes(deps, {
    async change(occasion, fields) {
      const userId = idIn(occasion, 'userId');
      const person = { name: textOf(fields, 'name') ?? '', email: textOf(fields, 'email') ?? '' };
      await occasion.operations.call('user.update', { userId, ...person });
      return { to: `/operator/people/${userId}`, message: 'Saved.' };
    },
    render: async (occasion, form) => personPage(occasion.view, await personOf(occasion), form),
  });

const renderReset = async (occasion: Occasion, form: FilledForm) =>
  resetPage(occasion.view, await personOf(occasion), form);

/** `GET /operator/people/{userId}/password` */
export const askToReset = (deps: WebDependencies): WebStage => shows(deps, renderReset);

/** `POST /operator/people/{userId}/password` */
export const resetPassword = (deps: WebDependencies): WebStage =>
  changes(deps, {
    async change(occasion) {
      const userId = idIn(occasion, 'userId');
      const reset = await occasion.operations.call('user.reset-password', { userId });
      return { to: `/operator/people/${userId}`, message: 'The password is reset.', secrets: secretsOf(reset) };
    },
    render: renderReset,
  });

const renderRemove = async (occasion: Occasion, form: FilledForm) =>
  removePage(occasion.view, await personOf(occasion), form);

/** `GET /operator/people/{userId}/remove` */
export const askToRemove = (deps: WebDependencies): WebStage => shows(deps, renderRemove);

/** `POST /operator/people/{userId}/remove` */
export const removePerson = (deps: WebDependencies): WebStage =>
  changes(deps, {
    async change(occasion) {
      await occasion.operations.call('user.remove', { userId: idIn(occasion, 'userId') });
      return { to: '/operator/people', message: 'The person is removed.' };
    },
    render: renderRemove,
  });
