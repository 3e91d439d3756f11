import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import document from '@tillgate/openapi/openapi.json' with { type: 'json' };
import { serve } from './server.ts';

export interface FakeRequest {
  readonly method: string;
  /** Path below `/v1`, or that of the consent host. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Readonly<Record<string, unknown>>;
}

export interface FakeResponse {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Responds instead of the deployment, or leaves the request to it. */
export type Change = (request: FakeRequest) => FakeResponse | undefined;

export const html = (status: number, body: string): FakeResponse => ({
  status,
  body,
  headers: { 'Content-Type': 'text/html' },
});

/** Starts a deployment with just enough for the checks before a run. Returns its origin and the requested paths. */
export async function fakeApi(change: Change = () => undefined): Promise<{ origin: string; paths: string[] }> {
  const paths: string[] = [];
  const origin = await serve(async (request, response) => {
    const asked = await toRequest(request);
    paths.push(asked.path);
    respond(response, change(asked) ?? usual(asked));
  });
  return { origin, paths };
}

async function toRequest(request: IncomingMessage): Promise<FakeRequest> {
  const { method = '', url = '', headers } = request;
  const body = await text(request);
  const isJson = headers['content-type'] === 'application/json';
  return { method, path: url.replace(/^\/v1|\?.*/g, ''), headers, body: isJson ? JSON.parse(body) : {} };
}

function respond(response: ServerResponse, { status, body, headers }: FakeResponse): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** An access token that was issued this many seconds ago. */
export const tokenOf = (age = 0): string => {
  const claims = { iat: Math.floor(Date.now() / 1000) - age };
  return ['eyJhbGciOi', Buffer.from(JSON.stringify(claims)).toString('base64url'), 'signature'].join('.');
};

function usual({ path, headers }: FakeRequest): FakeResponse {
  switch (path) {
    case '/openapi.json':
      return { status: 200, body: document };
    case '/oauth/revoke':
      return { status: 200, body: { ok: true } };
    case '/token':
      return { status: 200, body: { access_token: tokenOf() } };
    case '/oauth/authorize':
      return html(400, '<h1>Which app?</h1>');
    default:
      return headers.authorization || headers['x-api-key']
        ? { status: 200, body: { data: [] } }
        : { status: 401, body: { code: 'partner.token_required', timestamp: new Date().toISOString() } };
  }
}
