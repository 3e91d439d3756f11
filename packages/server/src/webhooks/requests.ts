import { ChangeCursors, CursorCodec } from '../changes/cursor.ts';
import { ChangesGone } from '../changes/log.ts';
import { readChanges } from '../changes/read.ts';
import { DirectoryError } from '../control/errors.ts';
import { serverKey, webhookSecretName } from '../database/secrets.ts';
import type { Region } from '../process/region.ts';
import { cursorKeys } from '../process/region.ts';
import type { Clock } from '../process/time.ts';
import type { Runtime } from '../runtime.ts';
import { type LoggedAttempt, logAttempt } from './attempts.ts';
import { acceptResent } from './cursors.ts';
import { loopbackAddresses, problemOfEndpointUrl } from './endpoint-url.ts';
import { bodyOf, MOST_CHANGES, newMessageId, type Page } from './page.ts';
import type { Attempt, Sender } from './sender.ts';
import { type Addressed, findAddress, findTarget, scopeOf, viewAt } from './targets.ts';

/** A request to an endpoint, sent for a developer. */
export interface Sent extends Attempt {
  readonly webhookId: string;
  /** JSON text. */
  readonly body: string;
}

/** A process that sends requests to endpoints. */
export interface Delivery extends Runtime {
  /** True if endpoints of the sandbox may be on the server's own machine. */
  readonly loopback: boolean;
  sender(): Promise<Pick<Sender, 'send'>>;
  close(): Promise<void>;
  /** Cursors that GET /changes accepts; undefined for a region whose key this process does not have. */
  cursorsOf(region: Region): Promise<ChangeCursors | undefined>;
}

/** Sends single requests to endpoints for developers. */
export class SingleDeliveries {
  readonly loopback: boolean;
  /** Looks for changes to send to an endpoint that was added, changed or enabled. */
  readonly look: (endpointId: number) => void;
  readonly #delivery: Delivery;

  constructor(delivery: Delivery, look = (_endpointId: number): void => {}) {
    this.loopback = delivery.loopback;
    this.look = look;
    this.#delivery = delivery;
  }

  /** Sends a request of the type `test`. */
  async test(endpointId: number): Promise<Sent> {
    const { control, clock } = this.#delivery;
    const address = await findAddress(control.pool, endpointId, clock());
    if (!address) throw new DirectoryError(`No such webhook endpoint: ${endpointId}.`);
    const id = newMessageId();
    const body = JSON.stringify({ type: 'test', endpointId });
    return { ...(await sendTo(this.#delivery, address, { id, body })), webhookId: id, body };
  }

  /** Resends the page of an earlier attempt with the same `webhook-id`, as the app may see it now. */
  async resend(endpointId: number, attempt: LoggedAttempt): Promise<Sent> {
    const { control, clock, regions } = this.#delivery;
    const target = await findTarget(control.pool, { endpointId, companyId: attempt.companyId }, clock());
    if (!target) throw new DirectoryError(`The app is no longer connected to merchant ${attempt.companyId}.`);
    const cursors = await this.#delivery.cursorsOf(target.region);
    if (!cursors) throw new DirectoryError('This process has no key for cursors of the region.');
    const tenant = regions.tenant(scopeOf(target));
    const { webhookId: id, resync, after, end } = attempt;
    let page: Page = { id, after, end, view: viewAt(target), changes: [], hasMore: false, resync };
    if (!resync) {
      const request = { after, limit: MOST_CHANGES, view: page.view, until: end };
      const { changes, hasMore } = await readChanges(tenant, request).catch((error) => {
        if (!(error instanceof ChangesGone)) throw error;
        throw new DirectoryError('The changes of this request are no longer kept.', { cause: error });
      });
      page = { ...page, changes, hasMore: attempt.hasMore ?? hasMore };
    }
    const body = bodyOf(page, tenant.scope, cursors);
    const sent = await sendTo(this.#delivery, target, { id: page.id, body });
    await tenant.write(async (tx) => {
      await logAttempt(tx, { ...loggedOf(page, sent), endpointId, resent: true });
      if (sent.failure === null) await acceptResent(tx, endpointId, page.id);
    });
    return { ...sent, webhookId: page.id, body };
  }
}

/** The stored part of an attempt. */
export const loggedOf = ({ id, changes, view: _, ...page }: Page, attempt: Attempt) => ({
  ...{ ...page, ...attempt, webhookId: id, changes: changes.length },
});

export async function sendTo(
  { sender, secrets: openSecrets, loopback }: Delivery,
  { url, env, secrets }: Addressed,
  request: { readonly id: string; readonly body: string },
  stop?: AbortSignal,
): Promise<Attempt> {
  const problem = problemOfEndpointUrl(url, { loopback: loopback && env === 'SANDBOX' });
  if (problem) return { status: null, answer: '', failure: `The URL ${problem}.`, milliseconds: 0 };
  const { sealing } = await openSecrets();
  const opened = secrets.map(async ({ id, sealed }) => (await sealing.open(webhookSecretName(id), sealed)).toString());
  return (await sender()).send({ ...request, url, secrets: await Promise.all(opened) }, stop);
}

export type OpenSender = (clock: Clock) => Promise<Sender>;

/** Loads the HTTP client, which connects to public addresses only, once there is something to send. */
async function openPublicSender(clock: Clock): Promise<Sender> {
  const { Sender } = await import('./sender.ts');
  return new Sender(clock);
}

/** The runtime of a process that sends requests to endpoints, by default to public addresses only. */
export function deliveryOf(runtime: Runtime, openSender: OpenSender = openPublicSender): Delivery {
  const { config, clock, databases, secrets } = runtime;
  const { role, webhookLoopback, webUrl, gatewaySecrets } = config;
  let opening: Promise<Sender> | undefined;
  // Developers who reach the pages from elsewhere have no endpoints on this machine.
  const isHere = webUrl === undefined || loopbackAddresses(new URL(webUrl).hostname) !== undefined;
  return {
    ...runtime,
    loopback: webhookLoopback ?? (databases.kind === 'embedded' && isHere),
    sender() {
      opening ??= openSender(clock);
      return opening;
    },
    close: async () => (await opening)?.close(),
    async cursorsOf(region) {
      // In a deployment of separate roles, regions sign their cursors with keys derived for each.
      if (role === undefined) return new ChangeCursors(new CursorCodec(await serverKey(await secrets(), 'cursor')));
      const keys = gatewaySecrets[region];
      return keys && new ChangeCursors(new CursorCodec(...cursorKeys(keys, region)));
    },
  };
}
