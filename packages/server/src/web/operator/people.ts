import { html } from 'hono/html';
import type { UserDescription } from '../../directory/people/describe-user.ts';
import { textField } from '../kit/form/fields.ts';
import { numberOf, textOf } from '../kit/form/filled-form.ts';
import { dataTable, olderLink, searchForm } from '../kit/page/lists.ts';
import { tabs } from '../kit/page/parts.ts';
import { showSearch } from '../kit/screen.ts';
import { type Html, name } from '../languages/html.ts';
import type { OperatorScreen } from './audience.ts';
import { operatorNavigation } from './navigation.ts';
import { when } from './parts.ts';

const PATH = '/operator/people';

export const personPath = (userId: number): string => `${PATH}/${userId}`;

/** Links between everyone who can sign in and the operators among them. */
export const peopleTabs = (current: 'people' | 'operators'): Html =>
  tabs('People', current, [
    ['people', 'Everybody', PATH],
    ['operators', 'Operators', '/operator/operators'],
  ]);

/** Everyone who can sign in, with a search. */
export const peopleScreen: OperatorScreen = {
  path: PATH,
  name: 'people',
  show: ({ operations, query }) =>
    showSearch(
      query,
      () => operations.call('user.list', { search: textOf(query, 'search'), after: numberOf(query, 'after') }),
      (form, found) => {
        const body = html`<h1>People</h1>${peopleTabs('people')}
    ${searchForm(PATH, textField(form, { name: 'search', label: 'Name or e-mail', optional: true }))}
    ${
      found &&
      dataTable('People', found.data, [
        ['Name', (person) => html`<a href="${personPath(person.userId)}">${name(person.name)}</a>`],
        ['E-mail', ({ email }) => name(email)],
        ['Roles', rolesOf],
        ['Since', ({ createdAt }) => when(createdAt)],
      ])
    }
    ${found && olderLink(PATH, form.values, found.next)}`;
        return { title: 'People', body, navigation: operatorNavigation('people') };
      },
    ),
};

function rolesOf({ memberships, developerOf, operator }: UserDescription): string {
  const roles = [
    ...(operator ? ['operator'] : []),
    ...(developerOf.length > 0 ? ['developer'] : []),
    ...new Set(memberships.map(({ role }) => role)),
  ];
  return roles.join(', ') || 'none';
}
