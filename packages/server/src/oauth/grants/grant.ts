import type { Client, ClientFamily } from '../../directory/apps/credentials.ts';
import type { Control, Origin } from '../../directory/control.ts';
import type { Directory } from '../../directory/merchants/merchants.ts';
import type { AccessTokens } from '../access-token.ts';
import type { Arrival, Exchanges } from '../exchanges.ts';
import type { ParsedRefreshToken, RefreshTokens } from '../refresh-token-format.ts';
import type { TokenFields } from '../token-fields.ts';

/** A token request whose client has proved itself. */
export interface GrantRequest {
  readonly fields: TokenFields;
  readonly client: Client;
  /** The refresh token that the request brings, if it is the client's own. */
  readonly own: OwnToken | undefined;
  readonly origin: Origin;
  readonly arrival: Arrival;
  /** Calls back once the answer to this request has been sent, whatever it is. */
  readonly whenAnswered: (then: () => void) => void;
}

export interface GrantDependencies {
  readonly control: Control;
  readonly directory: Directory;
  readonly exchanges: Exchanges;
  readonly tokens: AccessTokens;
  readonly refreshTokens: RefreshTokens;
}

/** Answers a token request or throws an OAuthError. */
export type Grant = (request: GrantRequest, deps: GrantDependencies) => Promise<object>;

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
