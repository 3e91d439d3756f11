import { changeControl, issueCode, migrate, openMemory, readConfig, seedDemo, startServer } from '@tillgate/server';
import { pino } from 'pino';
import type { Fetch } from '../../src/exchange.ts';

export type Service = Awaited<ReturnType<typeof startService>>;

interface Options {
  readonly clock?: () => number;
  readonly settings?: Record<string, string>;
}

/** The real server with the demo's merchants, in this process. */
export async function startService({ clock = Date.now, settings = {} }: Options = {}) {
  const databases = await openMemory();
  await migrate(databases);
  const demo = await seedDemo({ databases, clock });
  const ports = { TILLGATE_API_PORT: '0', TILLGATE_WEB_PORT: '0', TILLGATE_OPS_PORT: '0' };
  const plenty = { TILLGATE_RATE_LIMIT: '1000000', TILLGATE_MINT_LIMIT: '1000000' };
  const config = readConfig({ ...ports, ...plenty, ...settings });
  const server = await startServer(config, databases, { clock, log: pino({ level: 'silent' }) });
  const [full, ordering, adsr] = demo.apps;
  const [merchant, other] = demo.merchants;
  if (!full || !ordering || !adsr || !merchant || !other) throw new Error('The demo has three apps and merchants.');

  /** The URL that the browser comes back to when the merchant agrees on the consent screen. */
  async function consent(authorizationUrl: string, companyId = merchant?.companyId as number): Promise<URL> {
    const asked = new URL(authorizationUrl).searchParams;
    const redirectUri = asked.get('redirect_uri') as string;
    const code = await changeControl({ pool: databases.control, clock }, { source: 'test' }, async (tx) => {
      const owner = await tx.one<{ userId: number }>(
        `select user_id as "userId" from control.memberships where company_id = $1 and role = 'owner'`,
        [companyId],
      );
      return issueCode(tx, {
        clientId: asked.get('client_id') as string,
        companyId,
        userId: owner?.userId as number,
        redirectUri,
        codeChallenge: asked.get('code_challenge'),
      });
    });
    const url = new URL(redirectUri);
    const answer = { code, state: asked.get('state') as string, merchant_id: String(companyId), iss: server.apiUrl };
    url.search = new URLSearchParams(answer).toString();
    return url;
  }

  return { ...server, databases, demo, full, ordering, adsr, merchant, other, consent };
}

export interface Sent {
  readonly url: string;
  readonly path: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: Record<string, unknown> | undefined;
}

/** A fetch that notes what is sent and lets `handle` answer, or the network where it does not. */
export function recorder(
  handle: (sent: Sent, index: number) => Response | Promise<Response> | undefined = () => undefined,
) {
  const sent: Sent[] = [];
  const recordingFetch: Fetch = async (url, init) => {
    const { pathname, search } = new URL(url);
    const headers = init.headers as Record<string, string>;
    const body = init.body === undefined ? undefined : JSON.parse(String(init.body));
    const one = { url, path: pathname + search, method: init.method ?? 'GET', headers, body };
    sent.push(one);
    return (await handle(one, sent.length - 1)) ?? fetch(url, init);
  };
  return { sent, fetch: recordingFetch, to: (path: string) => sent.filter((one) => one.path.startsWith(path)) };
}
