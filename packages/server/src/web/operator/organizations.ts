import type { WebStage } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { type FilledForm, numberOf, textOf } from '../kit/form/filled-form.ts';
import { secretsOf } from '../kit/form/secrets.ts';
import { operatorNavigation } from './navigation.ts';
import { changes, idIn, type Occasion, searches, shows } from './operator-stages.ts';
import {
  newOrganizationPage,
  type OrganizationForms,
  organizationPage,
  organizationsPage,
} from './organization-pages.ts';
import { renamePage } from './rename-page.ts';

/** `GET /operator/organizations` */
export const showOrganizations = (deps: WebDependencies): WebStage =>
  searches(deps, {
    find: (operations, query) =>
      operations.call('organization.list', { search: textOf(query, 'search'), after: numberOf(query, 'after') }),
    render: organizationsPage,
  });

const renderNew = async ({ view }: Occasion, form: FilledForm) => newOrganizationPage(view, form);

/** `GET /operator/organizations/new` */
export const showNewOrganization = (deps: WebDependencies): WebStage => shows(deps, renderNew);

/** `POST /operator/organizations/new` */
export const createOrganization = (deps: WebDependencies): WebStage =>
  changes(deps, {
    async change({ operations }, fields) {
      const { organizationId, name } = await operations.call('organization.create', {
        name: textOf(fields, 'name') ?? '',
      });
      return { to: `/operator/organizations/${organizationId}`, message: `Created ${name}.` };
    },
    render: renderNew,
  });

const render = (formsOf: (form: FilledForm) => OrganizationForms) => async (occasion: Occasion, form: FilledForm) => {
  const { operations, view } = occasion;
  const organizationId = idIn(occasion, 'organizationId');
  const summary = await operations.call('organization.show', { organizationId });
  const apps = await operations.call('app.list', { organizationId, limit: 200 });
  const developers = await operations.call('developer.list', { organizationId, limit: 200 });
  return organizationPage(view, { summary, apps: apps.data, developers: developers.data }, formsOf(form));
};

/** `GET /operator/organizations/{organizationId}` */
export const showOrganization = (deps: WebDependencies): WebStage =>
  shows(
    deps,
    render(() => ({})),
  );

async function renderName(occasion: Occasion, form: FilledForm) {
  const organizationId = idIn(occasion, 'organizationId');
  const { name } = await occasion.operations.call('organization.show', { organizationId });
  const renamed = {
    name,
    path: `/operator/organizations/${organizationId}`,
    navigation: operatorNavigation('organizations'),
  };
  return renamePage(occasion.view, renamed, form);
}

/** `GET /operator/organizations/{organizationId}/name` */
export const askForName = (deps: WebDependencies): WebStage => shows(deps, renderName);

/** `POST /operator/organizations/{organizationId}/name` */
export const renameOrganization = (deps: WebDependencies): WebStage =>
  changes(deps, {
    async change(occasion, fields) {
      const organizationId = idIn(occasion, 'organizationId');
      await occasion.operations.call('organization.update', { organizationId, name: textOf(fields, 'name') ?? '' });
      return { to: `/operator/organizations/${organizationId}`, message: 'The organization was renamed.' };
    },
    render: renderName,
  });

/** `POST /operator/organizations/{organizationId}/developers` */
export const addDeveloper = (deps: WebDependencies): WebStage =>
  changes(deps, {
    async change(occasion, fields) {
      const organizationId = idIn(occasion, 'organizationId');
      const person = { email: textOf(fields, 'email') ?? '', name: textOf(fields, 'name') };
      const added = await occasion.operations.call('developer.add', { organizationId, ...person });
      return {
        to: `/operator/organizations/${organizationId}`,
        message: `${person.email} is a developer of the organization.`,
        secrets: secretsOf(added),
      };
    },
    render: render((developer) => ({ developer })),
  });
