import { profileLogo } from '../../directory/apps/app-logos.ts';
import { sendLogo } from '../assets/send-logo.ts';
import type { WebContext, WebStage } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { fieldsOf, filledWith, textOf } from '../kit/form/filled-form.ts';
import { sendPage } from '../kit/page/send-page.ts';
import { viewOf } from '../kit/page/view.ts';
import { appPath, type ShownApp } from './app-layout.ts';
import { shownApp } from './app-overview.ts';
import { changeByForm, type Done } from './change-by-form.ts';
import { type SettingsForms, settingsPage } from './settings-page.ts';

/** `GET /console/apps/{appId}/settings` */
export function showSettings(deps: WebDependencies): WebStage {
  return async function showSettingsPage(ctx) {
    const shown = await shownApp(ctx);
    sendSettings(ctx, deps, 200, shown, {});
  };
}

/** `POST /console/apps/{appId}/settings`; an empty field removes what was there. */
export const changeSettings = (deps: WebDependencies): WebStage =>
  changes(deps, 'profile', async (ctx, { developer, app }) => {
    const fields = fieldsOf(ctx);
    await developer.operations.call('app.update', {
      appId: app.id,
      name: fields.get('name') ?? '',
      description: textOf(fields, 'description') ?? null,
      website: textOf(fields, 'website') ?? null,
      privacyPolicy: textOf(fields, 'privacyPolicy') ?? null,
    });
    return { message: 'Saved.' };
  });

/** `POST /console/apps/{appId}/logo` */
export const setLogo = (deps: WebDependencies): WebStage =>
  changes(deps, 'logo', async (ctx, { developer, app }) => {
    const logo = ctx.state.upload?.toString('base64') ?? '';
    await developer.operations.call('app.set-logo', { appId: app.id, logo });
    return { message: 'The logo is saved.' };
  });

/** `POST /console/apps/{appId}/logo/remove` */
export const removeLogo = (deps: WebDependencies): WebStage =>
  changes(deps, 'logo', async (_, { developer, app }) => {
    await developer.operations.call('app.set-logo', { appId: app.id, logo: null });
    return { message: 'The logo is removed.' };
  });

/** `GET /console/apps/{appId}/logo`: the logo of the profile, whether merchants see it or not. */
export function showLogo({ control }: WebDependencies): WebStage {
  return async function sendProfileLogo(ctx) {
    const { app } = await shownApp(ctx);
    sendLogo(ctx, await profileLogo(control.pool, app.id));
  };
}

function changes(
  deps: WebDependencies,
  form: keyof SettingsForms,
  change: (ctx: WebContext, shown: ShownApp) => Promise<Done>,
): WebStage {
  return async function changeSettingsByForm(ctx) {
    const shown = await shownApp(ctx);
    await changeByForm(ctx, deps, {
      change: () => change(ctx, shown),
      reject: async (filled) => sendSettings(ctx, deps, 400, shown, { [form]: filled }),
      path: appPath(shown.app, '/settings'),
    });
  };
}

function sendSettings(
  ctx: WebContext,
  deps: WebDependencies,
  status: 200 | 400,
  shown: ShownApp,
  forms: Partial<SettingsForms>,
): void {
  const { name, description, website, privacyPolicy } = shown.app;
  const values = { name, description: description ?? '', website: website ?? '', privacyPolicy: privacyPolicy ?? '' };
  sendPage(ctx, deps, status, settingsPage(viewOf(ctx, deps), shown, { profile: filledWith(values), ...forms }));
}
