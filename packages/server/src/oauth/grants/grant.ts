import type { Client, ClientFamily } from '../../control/apps/credentials.ts';
import type { Control, Origin } from '../../control/control.ts';
import type { Directory } from '../../control/directory.ts';
import type { AccessTokens } from '../access-token.ts';
import type { Arrival, Exchanges } from '../exchanges.ts';
import type { ParsedRefreshToken, RefreshTokens } from '../refresh-token-format.ts';
import type { TokenFields } from '../token-fields.ts';
import type { TokenUses } from '../token-uses.ts';

export interface GrantRequest {
  readonly fields: TokenFields;
  readonly client: Client;
  /** The request's refresh token, if it belongs to the client. */
  readonly own: OwnToken | undefined;
  readonly origin: Origin;
  readonly arrival: Arrival;
  /** Calls back once the response to this request has been sent. */
  readonly whenAnswered: (then: () => void) => void;
  /** Notes the merchant of the token that is issued. */
  readonly noteMerchant: (companyId: number) => void;
}

export interface GrantDependencies {
  readonly control: Control;
  readonly directory: Directory;
  readonly exchanges: Exchanges;
  readonly tokens: AccessTokens;
  readonly refreshTokens: RefreshTokens;
  readonly uses: TokenUses;
}

export type Grant = (request: GrantRequest, deps: GrantDependencies) => Promise<object>;

/** A genuine refresh token of the client. */
export interface OwnToken {
  readonly presented: ParsedRefreshToken;
  readonly family: ClientFamily;
}

/** The presented token with its family; undefined if this deployment never issued it for that family. */
export const ownToken = (
  presented: ParsedRefreshToken | undefined,
  family: ClientFamily | undefined,
  tokens: RefreshTokens,
): OwnToken | undefined =>
  presented && family && isGivenFor(presented, family, tokens) ? { presented, family } : undefined;

const isGivenFor = (presented: ParsedRefreshToken, family: ClientFamily, tokens: RefreshTokens): boolean =>
  presented.env === family.env && presented.generation <= family.generation && tokens.isGenuine(presented, family.seed);
