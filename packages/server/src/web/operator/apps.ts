import { html } from 'hono/html';
import { PRODUCTS } from '../../credentials/products.ts';
import { REVIEW_CHECKS } from '../../directory/apps/app-checks.ts';
import { profileLogo } from '../../directory/apps/app-logos.ts';
import { APP_STATES } from '../../directory/apps/describe-app.ts';
import { sendLogo } from '../assets/send-logo.ts';
import type { WebContext, WebStage } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { type FilledForm, fieldsOf, numberOf, textOf } from '../kit/form/filled-form.ts';
import type { Page } from '../kit/page/layout.ts';
import { sendPage } from '../kit/page/send-page.ts';
import { type Onlooker, showRequests, showUsage } from '../shared/requests/show-requests.ts';
import {
  type AppForms,
  appFrame,
  appPage,
  approveAnywayPage,
  appsPage,
  archivePage,
  reviewsPage,
} from './app-pages.ts';
import { waits } from './app-profile.ts';
import { changes, existing, idIn, type Occasion, occasionOf, searches, shows } from './operator-stages.ts';
import { operatorOf } from './require-operator.ts';

/** `GET /operator/reviews` */
export const showReviews = (deps: WebDependencies): WebStage =>
  shows(deps, async ({ operations }) => reviewsPage(await operations.call('app.list', { waiting: true, limit: 200 })));

/** `GET /operator/apps` */
export const showApps = (deps: WebDependencies): WebStage =>
  searches(deps, {
    find: (operations, query) =>
      operations.call('app.list', {
        search: textOf(query, 'search'),
        state: APP_STATES.find((state) => state === query.get('state')),
        product: PRODUCTS.find((product) => product === query.get('product')),
        after: numberOf(query, 'after'),
      }),
    render: appsPage,
  });

/** `GET /operator/apps/{appId}/logo`: the logo of the profile, whether merchants see it or not. */
export const showLogo = ({ control }: WebDependencies): WebStage =>
  async function sendProfileLogo(ctx) {
    sendLogo(ctx, await profileLogo(control.pool, idIn(ctx, 'appId')));
  };

const appOf = ({ operations, params }: Occasion) => operations.call('app.show', { appId: idIn({ params }, 'appId') });

const renderApp =
  ({ defaultLimit }: WebDependencies, formsOf: (form: FilledForm) => AppForms) =>
  async (occasion: Occasion, form: FilledForm): Promise<Page> =>
    appPage(occasion.view, await appOf(occasion), defaultLimit, formsOf(form));

/** `GET /operator/apps/{appId}` */
export const showApp = (deps: WebDependencies): WebStage =>
  shows(
    deps,
    renderApp(deps, () => ({})),
  );

/** `POST /operator/apps/{appId}/decision`: asks again before an app is approved that fails checks. */
export function decideReview(deps: WebDependencies): WebStage {
  const decide = changes(deps, {
    async change(occasion, fields) {
      const { operations } = occasion;
      const appId = idIn(occasion, 'appId');
      const decision = { appId, reason: textOf(fields, 'reason'), profileVersion: numberOf(fields, 'profileVersion') };
      const to = `/operator/apps/${appId}`;
      if (fields.get('decision') !== 'approve') {
        await operations.call('app.reject', { ...decision, reason: decision.reason ?? '' });
        return { to, message: 'Rejected. Its developers can change it and submit it again.' };
      }
      await operations.call('app.approve', { ...decision, despite: acceptedChecks(fields) });
      return {
        to,
        message: 'Approved. Merchants see the profile, and its developers can issue production credentials.',
      };
    },
    render: renderApp(deps, (decision) => ({ decision })),
  });
  return async function decideReviewByForm(ctx, next) {
    const fields = fieldsOf(ctx);
    const asksFirst = fields.get('decision') === 'approve' && !fields.has('despite');
    const occasion = occasionOf(ctx, deps);
    const app = asksFirst && (await existing(appOf(occasion)));
    // A page that shows an earlier profile is rejected by the operation itself.
    const isShown = app && fields.get('profileVersion') === String(app.profileVersion);
    if (!isShown || !waits(app) || app.checks.every(({ passed }) => passed)) return decide(ctx, next);
    sendPage(ctx, deps, 200, approveAnywayPage(occasion.view, app, textOf(fields, 'reason') ?? ''));
  };
}

const acceptedChecks = (fields: URLSearchParams) => {
  const accepted = fields.getAll('despite');
  return REVIEW_CHECKS.filter((check) => accepted.includes(check));
};

/** `POST /operator/apps/{appId}/limit` */
export const setLimit = (deps: WebDependencies): WebStage =>
  changes(deps, {
    async change(occasion, fields) {
      const appId = idIn(occasion, 'appId');
      await occasion.operations.call('app.limit', {
        appId,
        requestsAMinute: numberOf(fields, 'requestsAMinute') ?? null,
      });
      return { to: `/operator/apps/${appId}`, message: 'The limit is set. It applies within half a minute.' };
    },
    render: renderApp(deps, (limit) => ({ limit })),
  });

const renderArchive = async (occasion: Occasion, form: FilledForm) =>
  archivePage(occasion.view, await appOf(occasion), form);

/** `GET /operator/apps/{appId}/archive` */
export const askToArchive = (deps: WebDependencies): WebStage => shows(deps, renderArchive);

/** `POST /operator/apps/{appId}/archive` */
export const archive = (deps: WebDependencies): WebStage =>
  changes(deps, {
    async change(occasion) {
      const { appId } = await occasion.operations.call('app.archive', { appId: idIn(occasion, 'appId') });
      return { to: `/operator/apps/${appId}`, message: 'The app is archived.' };
    },
    render: renderArchive,
  });

async function onlookerOf(ctx: WebContext, deps: WebDependencies): Promise<Onlooker> {
  const operations = operatorOf(ctx);
  const app = await existing(appOf(occasionOf(ctx, deps)));
  const frame: Onlooker['frame'] = (tab, content) => appFrame(app, tab, content);
  const limitAdvice = html`Set it on the app’s <a href="/operator/apps/${app.id}">overview</a>.`;
  return { operations, app, path: `/operator/apps/${app.id}`, limitAdvice, frame };
}

/** `GET /operator/apps/{appId}/requests` */
export function showAppRequests(deps: WebDependencies): WebStage {
  return async function showRequestsPage(ctx) {
    await showRequests(ctx, deps, await onlookerOf(ctx, deps));
  };
}

/** `GET /operator/apps/{appId}/usage` */
export function showAppUsage(deps: WebDependencies): WebStage {
  return async function showUsagePage(ctx) {
    await showUsage(ctx, deps, await onlookerOf(ctx, deps));
  };
}
