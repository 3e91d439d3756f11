import type { Client } from '../../directory/credentials.ts';
import { findFamily, type TokenFamily } from '../families.ts';
import type { ParsedRefreshToken, RefreshTokens } from '../refresh-token-format.ts';
import type { GrantDependencies } from './grant.ts';

export interface OwnToken {
  readonly presented: ParsedRefreshToken;
  readonly family: TokenFamily;
}

/** The family of a refresh token of this client. Another app's and the app's other environment's token is unknown here. */
export async function findOwnFamily(
  token: string,
  client: Client,
  { control, refreshTokens }: Pick<GrantDependencies, 'control' | 'refreshTokens'>,
): Promise<OwnToken | undefined> {
  const presented = refreshTokens.parse(token);
  const family = presented && (await findFamily(control.pool, presented.familyId));
  return presented && family && isOwn(presented, family, client, refreshTokens) ? { presented, family } : undefined;
}

const isOwn = (presented: ParsedRefreshToken, family: TokenFamily, client: Client, tokens: RefreshTokens): boolean =>
  family.appId === client.appId &&
  family.env === client.env &&
  presented.env === family.env &&
  presented.generation <= family.generation &&
  tokens.isGenuine(presented, family.seed);
