import type { Config } from '../config.ts';
import { Listener } from './listener.ts';
import { type Refuse, refuseInText } from './refuse.ts';

export interface Listeners {
  readonly api: Listener;
  readonly web: Listener;
  /** Absent in one of several workers: the process that started them has it. */
  readonly ops?: Listener | undefined;
}

/** Closes the listeners after a failed start, without waiting. */
export const AT_ONCE = 0;

/** Opens every port of the server, or none. */
export async function openListeners(
  config: Config,
  refuseApi: Refuse,
  { withOps = true }: { withOps?: boolean } = {},
): Promise<Listeners> {
  const opening = await Promise.allSettled([
    Listener.open({ port: config.apiPort, setting: 'TILLGATE_API_PORT' }, refuseApi),
    Listener.open({ port: config.webPort, setting: 'TILLGATE_WEB_PORT' }, refuseInText),
    ...(withOps ? [openOps(config)] : []),
  ]);
  const failed = opening.find((result) => result.status === 'rejected');
  const [api, web, ops] = opening.map((result) => (result.status === 'fulfilled' ? result.value : undefined));
  if (api && web && !failed) return { api, web, ops };
  await Promise.all([api, web, ops].map((listener) => listener?.stop({ within: AT_ONCE, quiet: 0 })));
  throw failed?.reason;
}

/** Opens the operations port alone. */
export const openOps = ({ opsPort: port, opsHost: host }: Config): Promise<Listener> =>
  Listener.open({ port, host, setting: 'TILLGATE_OPS_PORT' }, refuseInText);

/** A connection of a client that sends its next request within this, in milliseconds, is answered before it is closed. */
const QUIET = 500;

/** Lets the clients of the API and of the pages finish; operations see until the end that the server is not ready. */
export async function stopListeners({ api, web, ops }: Listeners, within: number): Promise<void> {
  await Promise.all([api, web].map((listener) => listener.stop({ within, quiet: QUIET })));
  if (ops) await stopOps(ops);
}

export const stopOps = (ops: Listener): Promise<void> => ops.stop({ within: QUIET, quiet: 0 });
