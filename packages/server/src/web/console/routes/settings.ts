import { goOn, type WebContext, type WebStage } from '../../context.ts';
import type { WebDependencies } from '../../dependencies.ts';
import { attempt, type FilledForm, fieldsOf, filledWith, textOf } from '../../forms/filled-form.ts';
import { leaveFlash } from '../../forms/flash-cookie.ts';
import { sendPage } from '../../send-page.ts';
import { viewOf } from '../../view.ts';
import { appPath, type ShownApp } from '../pages/app-office.ts';
import { settingsPage } from '../pages/settings-page.ts';
import { shownApp } from './app-overview.ts';

/** `GET /console/apps/{appId}/settings` */
export function showSettings(deps: WebDependencies): WebStage {
  return async function showSettingsPage(ctx) {
    const shown = await shownApp(ctx);
    const { name, description, website, privacyPolicy } = shown.app;
    const values = { name, description: description ?? '', website: website ?? '', privacyPolicy: privacyPolicy ?? '' };
    sendSettings(ctx, deps, shown, filledWith(values));
  };
}

/** `POST /console/apps/{appId}/settings`; an empty field removes what was there. */
export function changeSettings(deps: WebDependencies): WebStage {
  return async function changeSettingsByForm(ctx) {
    const shown = await shownApp(ctx);
    const fields = fieldsOf(ctx);
    const outcome = await attempt(ctx, () =>
      shown.developer.operations.call('app.update', {
        appId: shown.app.id,
        name: fields.get('name') ?? '',
        description: textOf(fields, 'description') ?? null,
        website: textOf(fields, 'website') ?? null,
        privacyPolicy: textOf(fields, 'privacyPolicy') ?? null,
      }),
    );
    if ('rejected' in outcome) return sendSettings(ctx, deps, shown, outcome.rejected);
    await leaveFlash(ctx, deps, 'Saved.');
    goOn(ctx, appPath(shown.app, '/settings'));
  };
}

function sendSettings(ctx: WebContext, deps: WebDependencies, shown: ShownApp, form: FilledForm): void {
  sendPage(ctx, deps, form.problems.length > 0 ? 400 : 200, settingsPage(viewOf(ctx, deps), shown, form));
}
