import type { LoggedAttempt } from '../cells/attempts.ts';
import type { Attempt } from '../sending/sender.ts';

/** A request to an endpoint that a developer asked for. */
export interface Sent extends Attempt {
  /** The `webhook-id` of the request. */
  readonly webhookId: string;
  /** The request's body, JSON text. */
  readonly body: string;
}

/** Sends requests to endpoints. */
export interface Deliveries {
  /** True if endpoints of the sandbox may be on the server's own machine. */
  readonly loopback: boolean;
  /** Sends a request of the type `test`. */
  test(endpointId: number): Promise<Sent>;
  /** Sends the page of an earlier attempt again, with the same `webhook-id`, as the app may see it now. */
  resend(endpointId: number, attempt: LoggedAttempt): Promise<Sent>;
  /** Looks for changes to send to an endpoint, which was added, changed or enabled. */
  look(endpointId: number): void;
}
