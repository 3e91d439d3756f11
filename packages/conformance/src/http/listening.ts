import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Longer than any pause between requests, so that none uses a connection that has just been closed. */
const KEEP_ALIVE = 600_000;

/** Starts a server, by default on a free port. */
export const listening = (listener?: RequestListener, port = 0): Promise<Server> => {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE }, listener);
  return new Promise((resolve, reject) => server.once('error', reject).listen(port, () => resolve(server)));
};

export const portOf = (server: Server): number => (server.address() as AddressInfo).port;

export const urlOf = (server: Server): string => `http://localhost:${portOf(server)}`;

export const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => server.close(() => resolve()).closeAllConnections());
