import { MINT_CODES } from '../contract/generated/errors.gen.ts';
import { authenticateClient, type Client } from '../control/apps/credentials.ts';
import { findMerchant, type Merchant, sandboxMerchants } from '../control/merchants/merchants.ts';
import type { DatabasePool } from '../database/pool.ts';
import type { IssuedToken } from './access-token.ts';
import { type Issuing, issueFor } from './grants/token-answer.ts';

/** An error code of the sandbox mint (mint.error.*). Codes that no requirement names are additions. */
type MintCode = keyof typeof MINT_CODES;

export class MintError extends Error {
  readonly code: MintCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: MintCode, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.name = 'MintError';
    this.code = code;
    this.status = MINT_CODES[code];
    this.headers = headers;
  }
}

export interface MintRequest {
  readonly client_id: string;
  readonly client_secret: string;
  readonly merchant_id?: number;
}

/** Authenticates the client of a request. Throws MintError. */
export async function mintingClient(
  request: MintRequest,
  { control: { pool, clock } }: Pick<Issuing, 'control'>,
): Promise<Client> {
  const { client_id: clientId, client_secret: clientSecret } = request;
  const { client } = (await authenticateClient(pool, clock, { clientId, clientSecret })) ?? {};
  if (!client) throw new MintError('developer.invalid_client', 'Client authentication failed.');
  return client;
}

/** Issues an access token to a sandbox app for one of its organization's sandbox merchants. Throws MintError. */
export async function mintToken(
  client: Client,
  merchantId: number | undefined,
  deps: Issuing,
): Promise<{ readonly token: IssuedToken; readonly companyId: number }> {
  refuseUnlessSandbox(client);
  const choice = await chooseMerchant(deps.control.pool, client, merchantId);
  if (typeof choice === 'string') throw new MintError(choice, WHY_NOT[choice]);
  return { token: await issueFor(deps, client, choice), companyId: choice.companyId };
}

function refuseUnlessSandbox({ archived, approved, env, product }: Client): void {
  if (archived) throw new MintError('developer.app_archived', 'The app is archived.');
  if (env === 'SANDBOX') return;
  if (!approved) throw new MintError('developer.app_not_approved', 'The app is not approved for production.');
  if (product === 'ADSR') throw new MintError('developer.use_api_key', 'Use an API key in production.');
  throw new MintError('developer.use_oauth', 'Use the OAuth authorization code flow in production.');
}

const WHY_NOT = {
  'developer.merchant_required': 'merchant_id is required: the organization has several sandbox merchants.',
  'developer.env_mismatch': 'A sandbox credential cannot be used for a live merchant.',
  'developer.grant_missing': 'No active grant links the app to this merchant.',
} as const;

/** The sandbox merchant for the token, or the code for why there is none. */
export async function chooseMerchant(
  control: DatabasePool,
  { organizationId }: Client,
  companyId: number | undefined,
): Promise<Merchant | keyof typeof WHY_NOT> {
  if (companyId === undefined) {
    const [only, ...others] = await sandboxMerchants(control, organizationId);
    if (others.length > 0) return 'developer.merchant_required';
    return only ?? 'developer.grant_missing';
  }
  const merchant = await findMerchant(control, companyId);
  if (merchant && !merchant.demo) return 'developer.env_mismatch';
  return merchant?.active && merchant.organizationId === organizationId ? merchant : 'developer.grant_missing';
}
