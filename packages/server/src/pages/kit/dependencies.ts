import type { Sealing } from '../../database/secrets.ts';
import type { ControlPlane } from '../../operations/operations.ts';
import type { Mailer } from '../../process/mailer.ts';
import type { RequestLog } from '../../request-log/request-log.ts';
import type { Runtime, Serving } from '../../runtime.ts';
import type { Brand } from '../assets/brand.ts';

/** Limits in requests per minute. */
export interface WebLimits {
  /** Sign-in attempts per source address, and per account. */
  readonly signInSource: number;
  readonly signInAccount: number;
  /** New accounts and organizations per source address. */
  readonly signUps: number;
  /** Second-factor codes tried per account. */
  readonly signInCode: number;
  /** Password links per source address, and invitations per merchant. Each may send a mail. */
  readonly passwordLinks: number;
  readonly invitations: number;
  /** Sandbox merchants filled with data, and logins created for them, per source address. */
  readonly sandboxes: number;
  /** Authorization requests per source address. Each is stored until it expires. */
  readonly authorize: number;
  /** Files loaded per organization: each is up to 8 MiB, and is read for up to 15 seconds. */
  readonly fileLoads: number;
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
  fileLoads: 10,
};

export interface WebDependencies extends Runtime, Serving {
  readonly controlPlane: ControlPlane;
  readonly brand: Brand;
  /** Signs the form token of a session and encrypts flashes. */
  readonly formKey: Uint8Array;
  readonly limits: WebLimits;
  /** Absent without a mail server. Links are then only shown on the page. */
  readonly mailer: Mailer | undefined;
  /** Request counts of this process, shown to operators. */
  readonly requestLog: Pick<RequestLog, 'counts' | 'waiting'>;
  /** Encrypts the secrets of second factors. */
  readonly sealing: Sealing;
  /** Address at which this process reaches the API; its own if it serves the API. */
  apiOrigin(): string;
}
