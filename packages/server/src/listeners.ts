import type { Config } from './config.ts';
import { type Refuse, refuseInText } from './process/connection.ts';
import { Listener, TIMEOUTS } from './process/listener.ts';
import { removeStaleSocket, socketPathOf } from './process/socket-path.ts';

export interface Listeners {
  readonly api?: Listener | undefined;
  readonly region?: Listener | undefined;
  readonly web?: Listener | undefined;
  /** Undefined in a worker: its primary process has this port. */
  readonly ops?: Listener | undefined;
  /** Socket for commands in the data folder; undefined if there is no folder or the socket cannot be created. */
  readonly admin?: Listener | undefined;
}

/** Closes the listeners without waiting, after a start that failed. */
export const AT_ONCE = 0;

/** Opens all ports of the process and the socket for commands in its data folder, or none of them. */
export async function openListeners(
  config: Config,
  refuseApi: Refuse,
  { withOps, folder }: { readonly withOps: boolean; readonly folder: string | undefined },
): Promise<Listeners> {
  const { role, apiPort, regionPort, webPort } = config;
  const atPort = (port: number, setting: string, refuse = refuseInText, upgrades = false) =>
    Listener.open({ port, setting }, refuse, { ...TIMEOUTS, upgrades });
  const opening = await Promise.allSettled([
    role === undefined || role === 'gateway' ? atPort(apiPort, 'TILLGATE_API_PORT', refuseApi) : undefined,
    role === 'region' ? atPort(regionPort, 'TILLGATE_REGION_PORT', refuseInText, true) : undefined,
    role === undefined || role === 'web' ? atPort(webPort, 'TILLGATE_WEB_PORT') : undefined,
    withOps ? openOps(config) : undefined,
    openSocket(folder),
  ]);
  const [api, region, web, ops, admin] = opening.map((result) =>
    result.status === 'fulfilled' ? result.value : undefined,
  );
  const listeners = { api, region, web, ops, admin };
  const failed = opening.find((result) => result.status === 'rejected');
  if (!failed) return listeners;
  await Promise.all(Object.values(listeners).map((listener) => listener?.stop({ within: AT_ONCE, quiet: 0 })));
  throw failed.reason;
}

async function openSocket(folder: string | undefined): Promise<Listener | undefined> {
  const place = folder === undefined ? undefined : socketPathOf(folder);
  if (folder === undefined || !place) return undefined;
  removeStaleSocket(folder);
  // An import has no time limit.
  return Listener.open(place, refuseInText, { ...TIMEOUTS, request: 0 });
}

export const openOps = ({ opsPort: port, opsHost: host }: Config): Promise<Listener> =>
  Listener.open({ port, host, setting: 'TILLGATE_OPS_PORT' }, refuseInText);

/** Milliseconds of silence before a connection is closed. A client that sends a request sooner gets a response. */
const QUIET = 500;

/** Lets clients and commands finish. Until the end, the operations listener reports that the server is not ready. */
export async function stopListeners({ api, region, web, ops, admin }: Listeners, within: number): Promise<void> {
  await Promise.all([api, region, web, admin].map((listener) => listener?.stop({ within, quiet: QUIET })));
  if (ops) await stopOps(ops);
}

export const stopOps = (ops: Listener): Promise<void> => ops.stop({ within: QUIET, quiet: 0 });
