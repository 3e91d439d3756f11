import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import type { Control } from '../../directory/control.ts';
import type { ControlPlane } from '../../directory/operations.ts';
import type { Counters } from '../../limits/counters.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { AccessTokens } from '../../oauth/access-token.ts';
import type { Metrics } from '../../ops/metrics.ts';
import type { Tracing } from '../../ops/tracing.ts';
import type { Sealing } from '../../storage/encryption.ts';
import type { Regions } from '../../storage/regions.ts';
import type { RequestLog } from '../../storage/request-log/request-log.ts';
import type { Brand } from '../brand/brand.ts';

/** Requests a minute. */
export interface WebLimits {
  /** Sign-ins from one source address, and to one account. */
  readonly signInSource: number;
  readonly signInAccount: number;
  /** New accounts and organizations from one source address. */
  readonly signUps: number;
  /** Codes of the second step of one account's sign-ins. */
  readonly signInCode: number;
  /** Links to a new password for one source address, and invitations by one merchant. Each may send a mail. */
  readonly passwordLinks: number;
  readonly invitations: number;
  /** Sandbox merchants that one source address fills with data, and logins that it creates for them. */
  readonly sandboxes: number;
  /** Authorization requests from one source address. Each is stored until it expires. */
  readonly authorize: number;
}

export const WEB_LIMITS: WebLimits = {
  signInSource: 30,
  signInAccount: 10,
  signUps: 10,
  signInCode: 5,
  passwordLinks: 5,
  invitations: 10,
  sandboxes: 10,
  authorize: 120,
};

/** Parts with which the console makes requests to the API. */
export interface TryOut {
  readonly tokens: AccessTokens;
  /** Address at which this process reaches the API: its own if it serves the API. */
  apiOrigin(): string;
}

export interface WebDependencies {
  /** {base_url}, ending in /v1: the issuer. */
  readonly apiUrl: string;
  /** {auth_url}, the origin of these pages. */
  readonly webUrl: string;
  readonly brand: Brand;
  readonly clock: Clock;
  readonly control: Control;
  readonly controlPlane: ControlPlane;
  readonly counters: Counters;
  /** Requests a minute to the API by an app without a limit that an operator set. */
  readonly defaultLimit: number;
  /** Signs the token in a session's forms, and encrypts flashes. */
  readonly formKey: Uint8Array;
  readonly limits: WebLimits;
  readonly log: Logger;
  /** Absent without a mail server. Links are then only shown. */
  readonly mailer: Mailer | undefined;
  readonly metrics: Metrics;
  readonly tracing?: Tracing | undefined;
  readonly regions: Regions;
  /** Counts of this process, which operators see. */
  readonly requestLog: Pick<RequestLog, 'counts' | 'waiting'>;
  /** Encrypts the secrets of second factors. */
  readonly sealing: Sealing;
  /** Open if anyone may sign up; closed if people join by invitation only. */
  readonly signUp: 'open' | 'closed';
  readonly trustedProxies: number;
  readonly tryOut: TryOut;
}
