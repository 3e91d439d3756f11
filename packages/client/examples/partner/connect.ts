import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Authorization, isTillgateError, type Pending } from '@tillgate/client';

/** Serves the two pages of a partner's site that connect a merchant, and gives the first one who connects. */
export async function connectInBrowser(app: Authorization, redirectUri: string): Promise<number> {
  const sessions = new Map<string, Pending>();
  const { origin, pathname, port } = new URL(redirectUri);
  const { promise, resolve } = Promise.withResolvers<number>();

  async function sendToConsent(response: ServerResponse): Promise<void> {
    const { url, pending } = await app.authorizationUrl();
    const session = randomUUID();
    sessions.set(session, pending);
    const cookie = `session=${session}; HttpOnly; SameSite=Lax; Path=/`;
    response.writeHead(303, { Location: url, 'Set-Cookie': cookie }).end();
  }

  async function takeBack(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const session = /(?:^|; )session=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
    const pending = sessions.get(session);
    sessions.delete(session);
    if (!pending) return void response.writeHead(400).end('Begin again at /connect.\n');
    const { merchantId } = await app.handleCallback(request.url ?? '', pending);
    response.end(`Merchant ${merchantId} is connected. You may close this page.\n`);
    resolve(merchantId);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '', origin).pathname;
    if (path === '/connect') return sendToConsent(response);
    if (path === pathname) return takeBack(request, response);
    response.writeHead(404).end();
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      response.writeHead(isTillgateError(error) ? 400 : 500).end(`${error.message}\n`);
    });
  });
  server.listen(Number(port));
  await once(server, 'listening');
  console.log(`Open ${origin}/connect`);
  const merchantId = await promise;
  server.close();
  return merchantId;
}
