import type { Control, Origin } from '../../directory/control.ts';
import type { Client } from '../../directory/credentials.ts';
import type { Directory } from '../../directory/merchants.ts';
import type { AccessTokens } from '../access-token.ts';
import type { RefreshTokens } from '../refresh-token.ts';
import type { TokenFields } from '../token-fields.ts';

/** A token request whose client has proved itself. */
export interface GrantRequest {
  readonly fields: TokenFields;
  readonly client: Client;
  readonly origin: Origin;
  /** When the request came, milliseconds since 1970. */
  readonly arrivedAt: number;
}

export interface GrantDependencies {
  readonly control: Control;
  readonly directory: Directory;
  readonly tokens: AccessTokens;
  readonly refreshTokens: RefreshTokens;
}

/** Answers a token request or throws an OAuthError. */
export type Grant = (request: GrantRequest, deps: GrantDependencies) => Promise<object>;
