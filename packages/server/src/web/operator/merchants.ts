import { REGIONS } from '../../storage/region.ts';
import type { WebStage } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { type FilledForm, numberOf, textOf } from '../kit/form/filled-form.ts';
import {
  closePage,
  erasePage,
  type MerchantForms,
  merchantPage,
  merchantsPage,
  newMerchantPage,
} from './merchant-pages.ts';
import { operatorNavigation } from './navigation.ts';
import { changes, idIn, type Occasion, searches, shows } from './operator-stages.ts';
import { renamePage } from './rename-page.ts';

const DEMO = new Map([
  ['demo', true],
  ['live', false],
]);

/** `GET /operator/merchants` */
export const showMerchants = (deps: WebDependencies): WebStage =>
  searches(deps, {
    find: (operations, query) =>
      operations.call('merchant.list', {
        search: textOf(query, 'search'),
        region: REGIONS.find((region) => region === query.get('region')),
        demo: DEMO.get(query.get('kind') ?? ''),
        after: numberOf(query, 'after'),
      }),
    render: merchantsPage,
  });

const renderNew = async ({ view }: Occasion, form: FilledForm) => newMerchantPage(view, form);

/** `GET /operator/merchants/new` */
export const showNewMerchant = (deps: WebDependencies): WebStage => shows(deps, renderNew);

/** `POST /operator/merchants/new` */
export const createMerchant = (deps: WebDependencies): WebStage =>
  changes(deps, {
    async change({ operations }, fields) {
      const region = REGIONS.find((known) => known === fields.get('region')) ?? REGIONS[0];
      const { companyId, name } = await operations.call('merchant.create', {
        name: textOf(fields, 'name') ?? '',
        region,
        currency: textOf(fields, 'currency') ?? '',
        organizationId: numberOf(fields, 'organizationId'),
      });
      return { to: `/operator/merchants/${companyId}`, message: `Created ${name}.` };
    },
    render: renderNew,
  });

/** A merchant's page, with what was wrong with one of its forms. */
export const renderMerchant =
  (formsOf: (form: FilledForm) => MerchantForms) => async (occasion: Occasion, form: FilledForm) => {
    const companyId = idIn(occasion, 'companyId');
    const merchant = await occasion.operations.call('merchant.show', { companyId });
    const { data: members } = await occasion.operations.call('member.list', { companyId, limit: 200 });
    const { data: invitations } = await occasion.operations.call('invitation.list', { companyId, limit: 200 });
    return merchantPage(occasion.view, merchant, { members, invitations }, formsOf(form));
  };

/** `GET /operator/merchants/{companyId}` */
export const showMerchant = (deps: WebDependencies): WebStage =>
  shows(
    deps,
    renderMerchant(() => ({})),
  );

async function renderName(occasion: Occasion, form: FilledForm) {
  const { companyId, name } = await occasion.operations.call('merchant.show', {
    companyId: idIn(occasion, 'companyId'),
  });
  const renamed = { name, path: `/operator/merchants/${companyId}`, navigation: operatorNavigation('merchants') };
  return renamePage(occasion.view, renamed, form);
}

/** `GET /operator/merchants/{companyId}/name` */
export const askForName = (deps: WebDependencies): WebStage => shows(deps, renderName);

/** `POST /operator/merchants/{companyId}/name` */
export const renameMerchant = (deps: WebDependencies): WebStage =>
  changes(deps, {
    async change(occasion, fields) {
      const companyId = idIn(occasion, 'companyId');
      await occasion.operations.call('merchant.update', { companyId, name: textOf(fields, 'name') ?? '' });
      return { to: `/operator/merchants/${companyId}`, message: 'The merchant was renamed.' };
    },
    render: renderName,
  });

/** `GET /operator/merchants/{companyId}/state` */
export const askToClose = (deps: WebDependencies): WebStage =>
  shows(deps, async (occasion) =>
    closePage(
      occasion.view,
      await occasion.operations.call('merchant.show', { companyId: idIn(occasion, 'companyId') }),
    ),
  );

/** `POST /operator/merchants/{companyId}/state` */
export const setMerchantState = (deps: WebDependencies): WebStage =>
  changes(deps, {
    async change(occasion, fields) {
      const companyId = idIn(occasion, 'companyId');
      const opens = fields.get('active') === 'true';
      await occasion.operations.call(opens ? 'merchant.activate' : 'merchant.deactivate', { companyId });
      const message = opens
        ? 'The merchant is open again.'
        : 'The merchant is closed. Apps notice within half a minute.';
      return { to: `/operator/merchants/${companyId}`, message };
    },
    render: renderMerchant((state) => ({ state })),
  });

const renderErase = async (occasion: Occasion, form: FilledForm) =>
  erasePage(
    occasion.view,
    await occasion.operations.call('merchant.show', { companyId: idIn(occasion, 'companyId') }),
    form,
  );

/** `GET /operator/merchants/{companyId}/erase` */
export const askToErase = (deps: WebDependencies): WebStage => shows(deps, renderErase);

/** `POST /operator/merchants/{companyId}/erase` */
export const eraseMerchant = (deps: WebDependencies): WebStage =>
  changes(deps, {
    async change(occasion) {
      const { companyId } = await occasion.operations.call('merchant.erase', {
        companyId: idIn(occasion, 'companyId'),
      });
      return { to: `/operator/merchants/${companyId}`, message: 'The merchant is closed, and its people are erased.' };
    },
    render: renderErase,
  });
