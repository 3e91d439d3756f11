import { html } from 'hono/html';
import type { Environment } from '../../credentials/products.ts';
import type { AppDescription } from '../../directory/apps/describe-app.ts';
import type { OutputOf } from '../../directory/operations.ts';
import { queryOf, type WebContext, type WebStage } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { fieldsOf } from '../kit/form/filled-form.ts';
import { secretsOf } from '../kit/form/secrets.ts';
import { hidden } from '../kit/page/parts.ts';
import { sendPage } from '../kit/page/send-page.ts';
import { viewOf } from '../kit/page/view.ts';
import { WebProblem } from '../kit/problems.ts';
import { pathId } from '../kit/record-id.ts';
import { appPath, type ShownApp } from './app-layout.ts';
import { overviewPage, type RejectedForm } from './app-page.ts';
import { changeByForm, type Done } from './change-by-form.ts';
import { confirmPage } from './confirm-page.ts';
import type { Developer } from './developer.ts';
import { developerOf } from './require-developer.ts';

/** The app of the page, which the developer may see. */
export async function shownApp(ctx: WebContext): Promise<ShownApp> {
  const developer = developerOf(ctx);
  return { developer, app: await developer.operations.call('app.show', { appId: appIdOf(ctx) }) };
}

export const appIdOf = (ctx: WebContext): number => pathId(ctx, 'appId');

/** `GET /console/apps/{appId}` */
export function showApp(deps: WebDependencies): WebStage {
  return async function showAppPage(ctx) {
    await sendApp(ctx, deps, 200);
  };
}

async function sendApp(
  ctx: WebContext,
  deps: WebDependencies,
  status: 200 | 400,
  rejected?: RejectedForm,
): Promise<void> {
  const overview = { ...(await shownApp(ctx)), now: deps.control.clock(), rejected };
  sendPage(ctx, deps, status, overviewPage(viewOf(ctx, deps), overview));
}

/** A change of an app that a form asks for, and what is said when it is done. */
export interface AppChange {
  /** The form, if the page shows what is wrong beside its field. */
  readonly form?: string;
  change(asked: { readonly developer: Developer; readonly appId: number; readonly ctx: WebContext }): Promise<Done>;
}

/** Makes a change of an app and goes back to its page, which shows what was done or what is wrong. */
export function changeApp(deps: WebDependencies, { form = 'other', change }: AppChange): WebStage {
  return async function changeAppByForm(ctx) {
    const developer = developerOf(ctx);
    const appId = appIdOf(ctx);
    await changeByForm(ctx, deps, {
      change: () => change({ developer, appId, ctx }),
      reject: (filled) => sendApp(ctx, deps, 400, { name: form, filled }),
      path: appPath({ id: appId }),
    });
  };
}

export const submitApp: AppChange = {
  async change({ developer, appId }) {
    await developer.operations.call('app.submit', { appId });
    return { message: 'The app is submitted for review.' };
  },
};

export const archiveApp: AppChange = {
  async change({ developer, appId }) {
    await developer.operations.call('app.archive', { appId });
    return { message: 'The app is archived.' };
  },
};

/** `GET /console/apps/{appId}/archive` */
export function askToArchive(deps: WebDependencies): WebStage {
  return async function showArchivePage(ctx) {
    const { developer, app } = await shownApp(ctx);
    const step = {
      title: `Archive ${app.name}?`,
      effect: 'Its client ids, API keys and connections stop working, and it can never be changed or restored.',
      submit: 'Archive app',
      action: appPath(app, '/archive'),
      back: appPath(app),
      section: 'apps' as const,
    };
    sendPage(ctx, deps, 200, confirmPage(viewOf(ctx, deps), developer, step));
  };
}

/** A change of the list of redirect URIs, or of origins. */
const entryChange = (
  form: 'redirect-uris' | 'origins',
  field: 'uri' | 'origin',
  operation: 'redirect-uri.add' | 'redirect-uri.remove' | 'origin.add' | 'origin.remove',
  said: string,
): AppChange => ({
  form,
  async change({ developer, appId, ctx }) {
    const entry = fieldsOf(ctx).get(field)?.trim() ?? '';
    if (operation === 'redirect-uri.add' || operation === 'redirect-uri.remove') {
      await developer.operations.call(operation, { appId, uri: entry });
    } else await developer.operations.call(operation, { appId, origin: entry });
    return { message: `${said}: ${entry}` };
  },
});

/** Asks before an entry that the query names is removed. */
const askToRemoveEntry =
  (
    deps: WebDependencies,
    field: 'uri' | 'origin',
    entriesOf: (app: AppDescription) => readonly string[],
    { path, title, effect }: { readonly path: string; readonly title: string; readonly effect: string },
  ): WebStage =>
  async (ctx) => {
    const { developer, app } = await shownApp(ctx);
    const entry = entriesOf(app).find((each) => each === queryOf(ctx).get(field));
    if (entry === undefined) throw new WebProblem('notFound');
    const step = {
      title,
      effect,
      details: html`<p><code>${entry}</code></p>`,
      submit: 'Remove',
      action: appPath(app, path),
      fields: hidden(field, entry),
      back: appPath(app),
      section: 'apps' as const,
    };
    sendPage(ctx, deps, 200, confirmPage(viewOf(ctx, deps), developer, step));
  };

/** `GET …/redirect-uris/remove?uri=` */
export const askToRemoveRedirectUri = (deps: WebDependencies): WebStage =>
  askToRemoveEntry(deps, 'uri', ({ redirectUris }) => redirectUris, {
    path: '/redirect-uris/remove',
    title: 'Remove this redirect URI?',
    effect: 'Merchants whom the app sends to the consent screen with it see an error from now on.',
  });

/** `GET …/origins/remove?origin=` */
export const askToRemoveOrigin = (deps: WebDependencies): WebStage =>
  askToRemoveEntry(deps, 'origin', ({ origins }) => origins, {
    path: '/origins/remove',
    title: 'Remove this origin?',
    effect: 'Within 30 seconds, scripts of its pages can no longer call the API for the app.',
  });

export const addRedirectUri = entryChange('redirect-uris', 'uri', 'redirect-uri.add', 'Added the redirect URI');
export const removeRedirectUri = entryChange('redirect-uris', 'uri', 'redirect-uri.remove', 'Removed the redirect URI');
export const addOrigin = entryChange('origins', 'origin', 'origin.add', 'Added the origin');
export const removeOrigin = entryChange('origins', 'origin', 'origin.remove', 'Removed the origin');

const environmentOf = (ctx: WebContext): Environment =>
  fieldsOf(ctx).get('env') === 'PRODUCTION' ? 'PRODUCTION' : 'SANDBOX';

export const issueCredential: AppChange = {
  async change({ developer, appId, ctx }) {
    const env = environmentOf(ctx);
    const issued: OutputOf<'credential.issue'> = await developer.operations.call('credential.issue', { appId, env });
    return { message: 'A new client id was issued.', secrets: secretsOf(issued) };
  },
};

export const createApiKey: AppChange = {
  async change({ developer, appId, ctx }) {
    const created = await developer.operations.call('api-key.create', { appId, env: environmentOf(ctx) });
    return { message: `API key ${created.id} was created.`, secrets: secretsOf({ apiKey: created.apiKey }) };
  },
};
