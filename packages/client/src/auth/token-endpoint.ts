import type { Wires } from '../credentials.ts';
import { type DisconnectedCode, MerchantDisconnected, type OAuthCode, OAuthError, TransportError } from '../errors.ts';
import type { Answer } from '../exchange.ts';
import { codeOf, unexpected } from '../results.ts';
import type { Sending } from '../sender.ts';
import type { AccessToken } from './access-tokens.ts';

export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** Posts to an endpoint with the app's credentials. Rejects with an OAuthError if the endpoint rejects the request. */
export async function postAsClient(
  { sender, limiter, baseUrl }: Wires,
  { clientId, clientSecret }: ClientCredentials,
  path: string,
  fields: Fields,
  policy: Pick<Sending, 'operation'> & Partial<Sending>,
): Promise<Answer> {
  const answer = await sender.send({
    method: 'POST',
    path,
    body: JSON.stringify({ ...fields, client_id: clientId, client_secret: clientSecret }),
    limiter,
    urgent: true,
    access: () => ({ baseUrl, headers: {} }),
    ...policy,
  });
  if (answer.status === 200 && typeof answer.body === 'object' && answer.body) return answer;
  throw refusalOf(answer, policy);
}

interface RefusalBody {
  readonly error?: string | { readonly message?: string };
  readonly error_description?: string;
}

/** The token endpoint puts `code` next to `error`; the mint puts it inside. */
function refusalOf(answer: Answer, { operation, merchantId }: Pick<Sending, 'operation' | 'merchantId'>): Error {
  const { status, correlationId, retryAfter } = answer;
  const body = (answer.body ?? {}) as RefusalBody;
  const mint = typeof body.error === 'object' ? body.error : undefined;
  const code = codeOf(body) ?? codeOf(mint);
  const facts = { status, correlationId, retryAfter };
  // An unexpected success may contain tokens, so messages never quote its body.
  if (!code) return unexpected(status < 300 ? { ...answer, text: '' } : answer, operation);
  const message = body.error_description ?? mint?.message ?? `${operation} was rejected.`;
  if (body.error === 'invalid_grant')
    return new MerchantDisconnected(merchantId, code as DisconnectedCode, message, facts);
  return new OAuthError(code as OAuthCode, message, facts);
}

const TOKEN = { access_token: 'string', expires_in: 'number', api_base_url: 'string' } as const;
const CONNECTION = {
  ...TOKEN,
  refresh_token: 'string',
  refresh_token_expires_in: 'number',
  scope: 'string',
  merchant_id: 'number',
} as const;

type Types = Readonly<Record<string, 'string' | 'number'>>;
type BodyOf<T extends Types> = { readonly [Name in keyof T]: T[Name] extends 'string' ? string : number };
export type TokenBody = BodyOf<typeof TOKEN>;
export type ConnectionBody = BodyOf<typeof CONNECTION>;

export const tokenBodyOf = (answer: Answer, operation: string): TokenBody => bodyOf(answer, operation, TOKEN);

export const connectionBodyOf = (answer: Answer, operation: string): ConnectionBody =>
  bodyOf(answer, operation, CONNECTION);

/** Throws a TransportError that names the missing property but quotes nothing, because the body contains secrets. */
function bodyOf<T extends Types>({ body, status, correlationId }: Answer, operation: string, types: T): BodyOf<T> {
  const fields = body as Record<string, unknown>;
  const wrong = Object.entries(types).find(
    ([name, type]) => typeof fields[name] !== type || (name === 'api_base_url' && !isUrl(fields[name])),
  );
  if (!wrong) return body as BodyOf<T>;
  const message = `${operation} got a response without a valid ${wrong[0]}.`;
  throw new TransportError('client.unexpected_answer', message, { status, correlationId });
}

const isUrl = (value: unknown): boolean => /^https?:\/\/[^/]/.test(String(value));

/** The lifetime counts from `asked`, the time of the request. */
export const accessTokenOf = ({ access_token, expires_in, api_base_url }: TokenBody, asked: number): AccessToken => ({
  accessToken: access_token,
  expiresAt: asked + expires_in * 1000,
  apiBaseUrl: api_base_url,
});
