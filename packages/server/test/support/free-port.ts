import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems choose for outgoing connections, which could take one before its server does. */
const FIRST = 10_000;
const LAST = 32_767;

let next = randomInt(FIRST, LAST);

/** Finds a port that nothing listens on, different from those that this process found before. */
export async function freePort(): Promise<number> {
  const port = next;
  next = port < LAST ? port + 1 : FIRST;
  const server = createServer();
  try {
    await once(server.listen(port), 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return freePort();
    throw error;
  }
  server.close();
  await once(server, 'close');
  return port;
}
