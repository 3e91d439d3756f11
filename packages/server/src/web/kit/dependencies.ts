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
  /** Links to a new password that one source address asks for, and invitations by one merchant: each may be a mail. */
  readonly passwordLinks: number;
  readonly invitations: number;
  /** Times that one source address fills sandbox merchants with data, or makes logins for them. */
  readonly sandboxes: number;
  /** Authorization requests from one source address: each is kept for a while. */
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

/** What the console makes requests to the API with. */
export interface TryOut {
  readonly tokens: AccessTokens;
  /** Where this process reaches the API: on itself if it can. */
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
  /** Requests a minute to the API of an app that has no limit of its own. */
  readonly defaultLimit: number;
  /** Signs what a session's forms carry. */
  readonly formKey: Uint8Array;
  readonly limits: WebLimits;
  readonly log: Logger;
  /** Absent where no mail server is set: links are only shown then. */
  readonly mailer: Mailer | undefined;
  readonly metrics: Metrics;
  readonly tracing?: Tracing | undefined;
  readonly regions: Regions;
  /** Counts of this process, for operators to see. */
  readonly requestLog: Pick<RequestLog, 'counts' | 'waiting'>;
  /** Opens the secrets of second factors. */
  readonly sealing: Sealing;
  /** Whether strangers may open accounts; where it is closed, people come by invitation. */
  readonly signUp: 'open' | 'closed';
  readonly trustedProxies: number;
  readonly tryOut: TryOut;
}
