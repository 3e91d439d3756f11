import { spend } from '../../http/rate-limit.ts';
import { goOn, type WebContext, type WebStage } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { attempt, fieldsOf } from '../kit/form/filled-form.ts';
import type { Flash } from '../kit/form/flash.ts';
import { leaveFlash } from '../kit/form/flash-cookie.ts';
import { sendPage } from '../kit/page/send-page.ts';
import { viewOf } from '../kit/page/view.ts';
import { WebProblem } from '../kit/problems.ts';
import { recordId } from '../kit/record-id.ts';
import { sessionOf } from '../kit/session/load-session.ts';
import { isExceeded } from '../kit/session/throttle.ts';
import type { RejectedForm } from './app-page.ts';
import { roleIn } from './developer-roles.ts';
import { inOrganization } from './navigation.ts';
import { organizationPage, removePersonPage } from './organization-page.ts';
import { developerOf } from './require-developer.ts';

/** `GET /console/organization` */
export function showOrganization(deps: WebDependencies): WebStage {
  return async function showOrganizationPage(ctx) {
    await sendOrganization(ctx, deps);
  };
}

async function sendOrganization(ctx: WebContext, deps: WebDependencies, rejected?: RejectedForm): Promise<void> {
  const developer = developerOf(ctx);
  const { operations, organizationId } = developer;
  const { data: people } = await operations.call('developer.list', { organizationId, limit: 200 });
  const isAdmin = developer.role === 'admin';
  const open = isAdmin ? await operations.call('developer-invitation.list', { organizationId, limit: 200 }) : undefined;
  const page = organizationPage(viewOf(ctx, deps), { developer, people, invitations: open?.data ?? [], rejected });
  sendPage(ctx, deps, rejected ? 400 : 200, page);
}

interface Done {
  readonly message: string;
  readonly secrets?: Flash['secrets'];
}

/** Makes a change that only admins may make; to anybody else it does not exist. */
function changeOrganization(deps: WebDependencies, form: string, change: (ctx: WebContext) => Promise<Done>): WebStage {
  return async function changeOrganizationByForm(ctx) {
    const developer = developerOf(ctx);
    if (developer.role !== 'admin') throw new WebProblem('notFound');
    const outcome = await attempt(ctx, () => change(ctx));
    if ('rejected' in outcome) return sendOrganization(ctx, deps, { name: form, filled: outcome.rejected });
    await leaveFlash(ctx, deps, outcome.done.message, outcome.done.secrets);
    // Admins who change themselves may no longer see the page.
    const isSelf = userIdOf(ctx) === sessionOf(ctx).user.id;
    goOn(ctx, isSelf ? '/' : inOrganization(developer, '/console/organization'));
  };
}

/** The person of the path, or of the form. */
const userIdOf = (ctx: WebContext): number => recordId(ctx.params.userId ?? fieldsOf(ctx).get('userId')) ?? 0;

/** `POST …/name` */
export const renameOrganization = (deps: WebDependencies): WebStage =>
  changeOrganization(deps, 'name', async (ctx) => {
    const { operations, organizationId } = developerOf(ctx);
    const name = fieldsOf(ctx).get('name') ?? '';
    await operations.call('organization.update', { organizationId, name });
    return { message: `The organization is now called ${name}.` };
  });

/** `POST …/people/role` */
export const changeRole = (deps: WebDependencies): WebStage =>
  changeOrganization(deps, 'other', async (ctx) => {
    const { operations, organizationId } = developerOf(ctx);
    const role = roleIn(fieldsOf(ctx));
    await operations.call('developer.update', { organizationId, userId: userIdOf(ctx), role });
    return { message: 'The role is changed.' };
  });

/** `GET …/people/{userId}/remove` */
export function askToRemove(deps: WebDependencies): WebStage {
  return async function showRemovePage(ctx) {
    const developer = developerOf(ctx);
    const { operations, organizationId, role } = developer;
    const { data } = await operations.call('developer.list', { organizationId, limit: 200 });
    const person = data.find(({ userId }) => userId === userIdOf(ctx));
    if (role !== 'admin' || !person) throw new WebProblem('notFound');
    sendPage(ctx, deps, 200, removePersonPage(viewOf(ctx, deps), developer, person));
  };
}

/** `POST …/people/{userId}/remove` */
export const removePerson = (deps: WebDependencies): WebStage =>
  changeOrganization(deps, 'other', async (ctx) => {
    const { operations, organizationId } = developerOf(ctx);
    await operations.call('developer.remove', { organizationId, userId: userIdOf(ctx) });
    return { message: 'The person no longer has access to the organization.' };
  });

/** `POST …/invitations`: the link is shown once and, where there is a mail server, mailed. */
export const inviteByForm = (deps: WebDependencies): WebStage =>
  changeOrganization(deps, 'invitation', async (ctx) => {
    const { operations, organizationId } = developerOf(ctx);
    const budget = await spend(
      deps.counters,
      deps.clock,
      `invite-developer:${organizationId}`,
      deps.limits.invitations,
    );
    if (isExceeded(ctx, budget)) throw new WebProblem('throttled');
    const role = roleIn(fieldsOf(ctx));
    const wish = { organizationId, email: fieldsOf(ctx).get('email') ?? '', role } as const;
    const { email, organization, link } = await operations.call('developer-invitation.create', wish);
    deps.mailer?.post({ to: email, ...invitationMail(organization, deps.brand.name, link) });
    const message = deps.mailer
      ? `The link was sent to ${email}.`
      : `Send this link to ${email}. It works for seven days.`;
    return { message, secrets: [{ label: 'Invitation link', value: link }] };
  });

const invitationMail = (organization: string, service: string, link: string) => ({
  subject: `Join ${organization} on ${service}`,
  text: `You have been invited to manage the apps of ${organization} on ${service}. Open this link within seven days:\n\n${link}\n`,
});

/** `POST …/invitations/withdraw` */
export const withdrawInvitation = (deps: WebDependencies): WebStage =>
  changeOrganization(deps, 'other', async (ctx) => {
    const { operations, organizationId } = developerOf(ctx);
    const invitationId = recordId(fieldsOf(ctx).get('invitationId')) ?? 0;
    await operations.call('developer-invitation.withdraw', { organizationId, invitationId });
    return { message: 'The invitation is withdrawn.' };
  });
