import { html } from 'hono/html';
import type { AppView } from '../shared/requests/app-view.ts';
import { requestScreen, requestsScreen } from '../shared/requests/requests.ts';
import { usageScreen } from '../shared/requests/usage.ts';
import { appOf } from './app.ts';
import { appLayout, appPath } from './app-layout.ts';
import type { OperatorScreen, OperatorVisit } from './audience.ts';

const PATH = '/operator/apps/:appId';

async function appView(visit: OperatorVisit): Promise<AppView> {
  const app = await appOf(visit);
  return {
    operations: visit.operations,
    app,
    path: appPath(app.id),
    limitAdvice: html`Set it on the app’s <a href="${appPath(app.id)}">overview</a>.`,
    layout: (tab, content) => appLayout(app, tab, content),
  };
}

export const appRequestsScreen: OperatorScreen = requestsScreen(PATH, appView);
export const appRequestScreen: OperatorScreen = requestScreen(PATH, appView);
export const appUsageScreen: OperatorScreen = usageScreen(PATH, appView);
