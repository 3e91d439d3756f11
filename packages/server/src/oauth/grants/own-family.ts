import type { ClientFamily } from '../../directory/apps/credentials.ts';
import type { ParsedRefreshToken, RefreshTokens } from '../refresh-token-format.ts';

/** A genuine refresh token of the client's own. */
export interface OwnToken {
  readonly presented: ParsedRefreshToken;
  readonly family: ClientFamily;
}

/** A presented token with its family, or undefined for one that this deployment never gave for that family. */
export const ownToken = (
  presented: ParsedRefreshToken | undefined,
  family: ClientFamily | undefined,
  tokens: RefreshTokens,
): OwnToken | undefined =>
  presented && family && isGivenFor(presented, family, tokens) ? { presented, family } : undefined;

const isGivenFor = (presented: ParsedRefreshToken, family: ClientFamily, tokens: RefreshTokens): boolean =>
  presented.env === family.env && presented.generation <= family.generation && tokens.isGenuine(presented, family.seed);
