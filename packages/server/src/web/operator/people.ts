import type { OperationName } from '../../directory/operations.ts';
import type { WebStage } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { type FilledForm, numberOf, textOf } from '../kit/form/filled-form.ts';
import { secretsOf } from '../kit/form/secrets.ts';
import { changes, idIn, type Occasion, searches, shows } from './operator-stages.ts';
import { PERSON_ACTIONS, type PersonAction, peoplePage, personActionPage, personPage } from './people-pages.ts';

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

const renderAction = (action: PersonAction) => async (occasion: Occasion, form: FilledForm) =>
  personActionPage(occasion.view, await personOf(occasion), action, form);

/** `GET /operator/people/{userId}/{action}` */
export const askFor =
  (action: PersonAction) =>
  (deps: WebDependencies): WebStage =>
    shows(deps, renderAction(action));

const OPERATIONS = {
  password: 'user.reset-link',
  'second-factor': 'user.disable-second-factor',
  remove: 'user.remove',
} as const satisfies Record<PersonAction, OperationName>;

/** `POST /operator/people/{userId}/{action}` */
export const take =
  (action: PersonAction) =>
  (deps: WebDependencies): WebStage =>
    changes(deps, {
      async change(occasion) {
        const userId = idIn(occasion, 'userId');
        const secrets = secretsOf(await occasion.operations.call(OPERATIONS[action], { userId }));
        const to = action === 'remove' ? '/operator/people' : `/operator/people/${userId}`;
        return { to, message: PERSON_ACTIONS[action].done, secrets };
      },
      render: renderAction(action),
    });
