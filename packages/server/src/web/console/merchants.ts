import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { InvalidInput } from '../../directory/errors.ts';
import type { Merchant } from '../../directory/merchants/merchants.ts';
import type { StoreSummary } from '../../directory/merchants/stores.ts';
import { spendAtSource } from '../../http/rate-limit.ts';
import { REGIONS, type Region } from '../../storage/region.ts';
import { goOn, type WebContext, type WebStage } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { attempt, EMPTY_FORM, type FilledForm, fieldsOf } from '../kit/form/filled-form.ts';
import { leaveFlash } from '../kit/form/flash-cookie.ts';
import { secretsOf } from '../kit/form/secrets.ts';
import { sendPage } from '../kit/page/send-page.ts';
import { viewOf } from '../kit/page/view.ts';
import { WebProblem } from '../kit/problems.ts';
import { pathId } from '../kit/record-id.ts';
import { isExceeded } from '../kit/session/throttle.ts';
import type { RejectedForm } from './app-page.ts';
import { changeByForm, type Done } from './change-by-form.ts';
import { confirmPage } from './confirm-page.ts';
import { merchantPage, merchantPath, merchantsPage, newMerchantPage } from './merchant-pages.ts';
import { developerOf } from './require-developer.ts';

/** `GET /console/merchants` */
export function showMerchants(deps: WebDependencies): WebStage {
  return async function showMerchantsPage(ctx) {
    const developer = developerOf(ctx);
    const { operations, organizationId } = developer;
    const { data } = await operations.call('merchant.list', { organizationId, limit: 200 });
    sendPage(ctx, deps, 200, merchantsPage(developer, data));
  };
}

/** `GET /console/merchants/new` */
export function showNewMerchant(deps: WebDependencies): WebStage {
  return async function showNewMerchantPage(ctx) {
    sendNewMerchant(ctx, deps, 200, EMPTY_FORM);
  };
}

/** Currency of most merchants of a region. */
const CURRENCIES: Readonly<Record<Region, string>> = { UK: 'GBP', US: 'USD', IN: 'INR', AE: 'AED' };

/** `POST /console/merchants/new` */
export function createMerchant(deps: WebDependencies): WebStage {
  return async function createSandboxMerchant(ctx) {
    const { operations, organizationId } = developerOf(ctx);
    await spendOnData(ctx, deps);
    const fields = fieldsOf(ctx);
    const region = v.parse(v.fallback(v.picklist(REGIONS), 'UK'), fields.get('region'));
    const wish = { name: fields.get('name') ?? '', region, currency: CURRENCIES[region], organizationId };
    const outcome = await attempt(ctx, () => operations.call('merchant.create', { ...wish, demoData: true }));
    if ('rejected' in outcome) return sendNewMerchant(ctx, deps, 400, outcome.rejected);
    await leaveFlash(ctx, deps, `${outcome.done.name} is ready, with company id ${outcome.done.companyId}.`);
    goOn(ctx, merchantPath(outcome.done));
  };
}

/** Data takes the database seconds to write, and a login the processor a while to hash its password. */
async function spendOnData(ctx: WebContext, { counters, clock, limits }: WebDependencies): Promise<void> {
  const budget = await spendAtSource(counters, clock, 'sandbox-data', ctx.state.source, limits.sandboxes);
  if (isExceeded(ctx, budget)) throw new WebProblem('throttled');
}

function sendNewMerchant(ctx: WebContext, deps: WebDependencies, status: 200 | 400, form: FilledForm): void {
  sendPage(ctx, deps, status, newMerchantPage(viewOf(ctx, deps), developerOf(ctx), form));
}

const companyIdOf = (ctx: WebContext): number => pathId(ctx, 'companyId');

/** `GET /console/merchants/{companyId}` */
export function showMerchant(deps: WebDependencies): WebStage {
  return async function showMerchantPage(ctx) {
    await sendMerchant(ctx, deps, 200);
  };
}

async function sendMerchant(
  ctx: WebContext,
  deps: WebDependencies,
  status: 200 | 400,
  rejected?: RejectedForm,
): Promise<void> {
  const developer = developerOf(ctx);
  const companyId = companyIdOf(ctx);
  const merchant = await developer.operations.call('merchant.show', { companyId });
  const members = await developer.operations.call('member.list', { companyId, limit: 200 });
  const shown = { developer, merchant, members: members.data, stores: await storesOf(ctx, deps), rejected };
  sendPage(ctx, deps, status, merchantPage(viewOf(ctx, deps), shown));
}

/** The rest of the page is there while the merchant's region is away. */
async function storesOf(ctx: WebContext, { log }: WebDependencies): Promise<readonly StoreSummary[] | undefined> {
  try {
    return (await developerOf(ctx).operations.call('store.list', { companyId: companyIdOf(ctx) })).data;
  } catch (err) {
    log.warn({ err }, 'the stores of a sandbox merchant could not be read');
    return undefined;
  }
}

/** Makes a change of a sandbox merchant and goes back to its page. */
function changeMerchant(
  deps: WebDependencies,
  form: string,
  change: (ctx: WebContext, companyId: number) => Promise<Done>,
): WebStage {
  return async function changeMerchantByForm(ctx) {
    const companyId = companyIdOf(ctx);
    await changeByForm(ctx, deps, {
      change: () => change(ctx, companyId),
      reject: (filled) => sendMerchant(ctx, deps, 400, { name: form, filled }),
      path: merchantPath({ companyId }),
    });
  };
}

/** `POST …/name`. The field has a name of its own, since the page has another called `name`. */
export const renameMerchant = (deps: WebDependencies): WebStage =>
  changeMerchant(deps, 'name', async (ctx, companyId) => {
    const name = fieldsOf(ctx).get('newName') ?? '';
    const renamed: Merchant = await developerOf(ctx)
      .operations.call('merchant.update', { companyId, name })
      .catch(calledNewName);
    return { message: `The merchant is now called ${renamed.name}.` };
  });

function calledNewName(error: unknown): never {
  if (!(error instanceof InvalidInput)) throw error;
  throw new InvalidInput(error.problems.map(({ message }) => ({ field: 'newName', message })));
}

/** `POST …/people`. The address is made up, so that nobody learns here who has an account. */
export const addMember = (deps: WebDependencies): WebStage =>
  changeMerchant(deps, 'other', async (ctx, companyId) => {
    await spendOnData(ctx, deps);
    const role = fieldsOf(ctx).get('role') === 'owner' ? 'owner' : 'employee';
    const person = {
      email: `${role}-${randomBytes(4).toString('hex')}@sandbox.example`,
      name: `Sandbox ${role}`,
      role,
    } as const;
    const added = await developerOf(ctx).operations.call('member.add', { companyId, ...person });
    const secrets = [{ label: 'E-mail address', value: added.email }, ...secretsOf(added)];
    return { message: `The ${role} login is ready.`, secrets };
  });

/** `GET …/people/{userId}/remove` */
export function askToRemoveMember(deps: WebDependencies): WebStage {
  return async function showRemovePage(ctx) {
    const developer = developerOf(ctx);
    const companyId = companyIdOf(ctx);
    const merchant = await developer.operations.call('merchant.show', { companyId });
    const { data } = await developer.operations.call('member.list', { companyId, limit: 200 });
    const person = data.find(({ userId }) => userId === pathId(ctx, 'userId'));
    if (!person) throw new WebProblem('notFound');
    const step = {
      title: `Remove ${person.name} from ${merchant.name}?`,
      effect: `${person.email} can no longer sign in for the merchant.`,
      submit: 'Remove',
      action: merchantPath(merchant, `/people/${person.userId}/remove`),
      back: merchantPath(merchant),
      section: 'merchants' as const,
    };
    sendPage(ctx, deps, 200, confirmPage(viewOf(ctx, deps), developer, step));
  };
}

/** `POST …/people/{userId}/remove` */
export const removeMember = (deps: WebDependencies): WebStage =>
  changeMerchant(deps, 'other', async (ctx, companyId) => {
    const userId = pathId(ctx, 'userId');
    await developerOf(ctx).operations.call('member.remove', { companyId, userId });
    return { message: 'The person no longer has access to this merchant.' };
  });

/** `GET …/reset` */
export function askToReset(deps: WebDependencies): WebStage {
  return async function showResetPage(ctx) {
    const developer = developerOf(ctx);
    const merchant = await developer.operations.call('merchant.show', { companyId: companyIdOf(ctx) });
    const step = {
      title: `Reset ${merchant.name}?`,
      effect:
        'Everything that the merchant has is deleted and replaced by new demo data, with new ids. The company id, people and connections stay. This takes a few seconds.',
      submit: 'Reset data',
      action: merchantPath(merchant, '/reset'),
      back: merchantPath(merchant),
      section: 'merchants' as const,
    };
    sendPage(ctx, deps, 200, confirmPage(viewOf(ctx, deps), developer, step));
  };
}

/** `POST …/reset` */
export const resetMerchant = (deps: WebDependencies): WebStage =>
  changeMerchant(deps, 'other', async (ctx, companyId) => {
    await spendOnData(ctx, deps);
    await developerOf(ctx).operations.call('merchant.reset', { companyId });
    return { message: 'The merchant has new demo data.' };
  });
