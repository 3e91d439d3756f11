import { html } from 'hono/html';
import { hidden } from '../kit/page/parts.ts';
import { WebProblem } from '../kit/problems.ts';
import { addressIn } from './address-sections.ts';
import { confirmAppChange } from './app.ts';
import type { AppVisit } from './audience.ts';

/** What is asked before an address is removed, which the query names. */
function question({ query }: AppVisit, entries: readonly string[], field: 'uri' | 'origin') {
  const entry = entries.find((each) => each === query.get(field));
  if (entry === undefined) throw new WebProblem('notFound');
  return { details: html`<p><code>${entry}</code></p>`, fields: hidden(field, entry), submit: 'Remove' };
}

export const removeRedirectUriScreen = confirmAppChange({
  path: '/redirect-uris/remove',
  name: 'removeRedirectUri',
  ask: (visit) => ({
    ...question(visit, visit.app.redirectUris, 'uri'),
    title: 'Remove this redirect URI?',
    effect: 'Merchants whom the app sends to the consent screen with it see an error from now on.',
  }),
  async change(visit) {
    const uri = addressIn(visit, 'uri');
    await visit.operations.call('redirect-uri.remove', { appId: visit.app.id, uri });
    return { message: `Removed the redirect URI: ${uri}` };
  },
});

export const removeOriginScreen = confirmAppChange({
  path: '/origins/remove',
  name: 'removeOrigin',
  ask: (visit) => ({
    ...question(visit, visit.app.origins, 'origin'),
    title: 'Remove this origin?',
    effect: 'Within 30 seconds, scripts of its pages can no longer call the API for the app.',
  }),
  async change(visit) {
    const origin = addressIn(visit, 'origin');
    await visit.operations.call('origin.remove', { appId: visit.app.id, origin });
    return { message: `Removed the origin: ${origin}` };
  },
});
