import document from '@tillgate/openapi/openapi.json' with { type: 'json' };
import { createResponseCheck } from '@tillgate/openapi/response-check';
import type { Merchant } from '../../src/control/merchants.ts';
import type { Partner, Service } from './service.ts';

const checkResponse = createResponseCheck(document as object as Parameters<typeof createResponseCheck>[0]);

/** A response that matches the contract. `body` is the parsed JSON. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every operation, and the contract has typed them
  readonly body: any;
  readonly text: string;
}

/** Sends a request, and throws if its response deviates from the contract in status, headers or body. */
export async function send(apiUrl: string, method: string, path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(apiUrl + path, { ...init, method });
  return hold(method, new URL(apiUrl + path).pathname, response.status, response.headers, await response.text());
}

/** Checks a response against the contract. */
export function hold(method: string, requestPath: string, status: number, headers: Headers, text: string): Answer {
  const json = text !== '' && (headers.get('content-type') ?? '').startsWith('application/json');
  const body = json ? JSON.parse(text) : undefined;
  const deviations = checkResponse({
    method,
    requestPath,
    status,
    headers: Object.fromEntries(headers),
    body: text === '' ? undefined : (body ?? text),
  });
  if (deviations.length > 0) {
    throw new Error(
      `${method} ${requestPath} answered ${status} against the contract:\n${deviations.join('\n')}\n${text}`,
    );
  }
  return { status, headers, body, text };
}

/** Partner app with a token for one merchant. */
export class Caller {
  readonly service: Service;
  readonly merchant: Merchant;
  readonly partner: Partner;
  token = '';

  constructor(service: Service, merchant: Merchant, partner: Partner) {
    this.service = service;
    this.merchant = merchant;
    this.partner = partner;
  }

  async renewToken(): Promise<void> {
    const { clientId, clientSecret } = this.partner;
    const body = { client_id: clientId, client_secret: clientSecret, merchant_id: this.merchant.companyId };
    const answer = await send(this.service.apiUrl, 'POST', '/token', json(body));
    if (answer.status !== 200) throw new Error(`No token: ${answer.text}`);
    this.token = answer.body.access_token;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('GET', path, { headers });
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('POST', path, json(body, headers));
  }

  patch(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('PATCH', path, json(body, headers));
  }

  send(method: string, path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = { Authorization: `Bearer ${this.token}`, ...(init.headers as Record<string, string>) };
    return send(this.service.apiUrl, method, path, { ...init, headers });
  }

  // biome-ignore lint/suspicious/noExplicitAny: as Answer
  async create(path: string, body: unknown): Promise<any> {
    const answer = await this.post(path, body);
    if (answer.status !== 201) throw new Error(`Not created: ${answer.text}`);
    return answer.body;
  }
}

export const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  headers: { 'Content-Type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
