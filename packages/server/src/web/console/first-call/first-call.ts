import type { AppDescription } from '../../../directory/apps/describe-app.ts';
import type { CredentialSummary } from '../../../directory/apps/describe-credential.ts';
import type { Merchant } from '../../../directory/merchants/merchants.ts';
import { queryOf, type WebContext, type WebStage } from '../../kit/context.ts';
import type { WebDependencies } from '../../kit/dependencies.ts';
import { fieldsOf } from '../../kit/form/filled-form.ts';
import { sendPage } from '../../kit/page/send-page.ts';
import { viewOf } from '../../kit/page/view.ts';
import type { ShownApp } from '../app-layout.ts';
import { shownApp } from '../app-overview.ts';
import { type Chosen, type FirstCall, firstCallPage } from './first-call-page.ts';
import { type LiveAnswer, runCall } from './run-call.ts';
import { sampleCalls } from './sample-calls.ts';
import { snippetsOf } from './snippets.ts';

/** `GET /console/apps/{appId}/first-call` */
export function showFirstCall(deps: WebDependencies): WebStage {
  return async function showFirstCallPage(ctx) {
    await sendFirstCall(ctx, deps, queryOf(ctx), false);
  };
}

/** `POST /console/apps/{appId}/first-call`: reads only, so the answer is the page itself. */
export function makeFirstCall(deps: WebDependencies): WebStage {
  return async function makeFirstCallByForm(ctx) {
    await sendFirstCall(ctx, deps, fieldsOf(ctx), true);
  };
}

async function sendFirstCall(
  ctx: WebContext,
  deps: WebDependencies,
  asked: URLSearchParams,
  runs: boolean,
): Promise<void> {
  const shown = await shownApp(ctx);
  const merchants = await sandboxesOf(shown);
  sendPage(ctx, deps, 200, firstCallPage(viewOf(ctx, deps), await prepare(deps, shown, merchants, asked, runs)));
}

async function sandboxesOf({ developer }: ShownApp): Promise<readonly Merchant[]> {
  const { operations, organizationId } = developer;
  return (await operations.call('merchant.list', { organizationId, active: true, limit: 200 })).data;
}

/** Takes the first merchant and request where the form names none that there is. */
async function prepare(
  deps: WebDependencies,
  shown: ShownApp,
  merchants: readonly Merchant[],
  asked: URLSearchParams,
  runs: boolean,
): Promise<FirstCall> {
  const { app } = shown;
  const calls = sampleCalls(app.product, deps.clock());
  const call = calls.find(({ id }) => id === asked.get('call')) ?? calls[0];
  const merchant = merchants.find(({ companyId }) => String(companyId) === asked.get('company')) ?? merchants[0];
  const credential = sandboxCredential(app);
  const page = { ...shown, merchants, calls };
  if (!merchant) return { ...page, chosen: undefined, missing: 'merchant' };
  if (!credential) return { ...page, chosen: undefined, missing: 'credential' };
  const answer = runs ? await answerOf(deps, () => runCall(deps.tryOut, app, credential, merchant, call)) : undefined;
  const token = typeof answer === 'object' ? answer.token : undefined;
  const data = { apiUrl: deps.apiUrl, product: app.product, companyId: merchant.companyId };
  const snippets = snippetsOf({ ...data, clientId: credential.clientId, call, token });
  const chosen: Chosen = { merchant, call, snippets, answer };
  return { ...page, chosen, missing: undefined };
}

/** One that works from anywhere, if there is one: the request comes from the server's own address. */
function sandboxCredential({ credentials }: AppDescription): CredentialSummary | undefined {
  const working = credentials.filter(({ env, revokedAt }) => env === 'SANDBOX' && revokedAt === null);
  return working.find(({ allowedIps }) => allowedIps.length === 0) ?? working[0];
}

async function answerOf({ log }: WebDependencies, run: () => Promise<LiveAnswer>): Promise<Chosen['answer']> {
  try {
    return await run();
  } catch (err) {
    log.warn({ err }, 'the console could not reach the API');
    return 'unreachable';
  }
}
