import type { Config } from '../config.ts';
import { Listener } from './listener.ts';
import { type Refuse, refuseInText } from './refuse.ts';

export interface Listeners {
  readonly api: Listener;
  readonly web: Listener;
  readonly ops: Listener;
}

/** Closes the listeners after a failed start, without waiting. */
export const AT_ONCE = 0;

/** Opens every port of the server, or none. */
export async function openListeners(config: Config, refuseApi: Refuse): Promise<Listeners> {
  const { opsHost: host } = config;
  const opening = await Promise.allSettled([
    Listener.open({ port: config.apiPort, setting: 'TILLGATE_API_PORT' }, refuseApi),
    Listener.open({ port: config.webPort, setting: 'TILLGATE_WEB_PORT' }, refuseInText),
    Listener.open({ port: config.opsPort, host, setting: 'TILLGATE_OPS_PORT' }, refuseInText),
  ]);
  const [api, web, ops] = opening.map((result) => (result.status === 'fulfilled' ? result.value : undefined));
  if (api && web && ops) return { api, web, ops };
  await Promise.all([api, web, ops].map((listener) => listener?.stop({ within: AT_ONCE, quiet: 0 })));
  throw opening.find((result) => result.status === 'rejected')?.reason;
}

/** A connection of a client that sends its next request within this, in milliseconds, is answered before it is closed. */
const QUIET = 500;

/** Lets the clients of the API and of the pages finish; operations see until the end that the server is not ready. */
export async function stopListeners({ api, web, ops }: Listeners, within: number): Promise<void> {
  await Promise.all([api, web].map((listener) => listener.stop({ within, quiet: QUIET })));
  await ops.stop({ within: QUIET, quiet: 0 });
}
