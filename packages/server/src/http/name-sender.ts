import { type BearerVerifier, TokenExpired } from '../auth/bearer.ts';
import { ownerOfKey } from '../directory/apps/api-keys.ts';
import { PartnerError } from '../errors.ts';
import type { DatabasePool } from '../storage/pool.ts';
import type { Context, RequestState } from './context.ts';

export interface Identity {
  readonly bearer: BearerVerifier;
  readonly control: DatabasePool;
}

/** Notes for the log which app's request was rejected without being admitted, if its token or its key tells. */
export async function nameSender(ctx: Context, { bearer, control }: Identity): Promise<void> {
  const { authorization, 'x-api-key': apiKey } = ctx.req.headers;
  ctx.state.named =
    apiKey === undefined ? await ownerOfToken(bearer, authorization) : await ownerOfKey(control, String(apiKey));
}

/** The app that a token was issued to, valid still or not. */
async function ownerOfToken(bearer: BearerVerifier, authorization: string | undefined): Promise<RequestState['named']> {
  try {
    return { appId: (await bearer.authenticate(authorization)).appId };
  } catch (error) {
    if (error instanceof TokenExpired && error.principal) return { appId: error.principal.appId };
    if (error instanceof PartnerError) return undefined;
    throw error;
  }
}
