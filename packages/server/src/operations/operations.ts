import type { InferInput } from 'valibot';
import { type Actor, isFor, requireOwn, subjectOf } from '../control/actor.ts';
import type { Origin } from '../control/control.ts';
import { CalledTooOften, InvalidInput, NotAllowed, UnknownOperation } from '../control/errors.ts';
import { type InputSchema, parseInput } from '../control/input.ts';
import { requireConfirmed } from '../control/mailed-links.ts';
import { SandboxTokens } from '../oauth/access-tokens.ts';
import type { Runtime } from '../runtime.ts';
import type { SingleDeliveries } from '../webhooks/requests.ts';
import { ACCESS_OPERATIONS } from './access.ts';
import { ADDRESS_OPERATIONS, APP_OPERATIONS } from './apps.ts';
import { CHECK_OPERATIONS } from './client-checks.ts';
import { CREDENTIAL_OPERATIONS } from './credentials.ts';
import { MERCHANT_OPERATIONS } from './merchants.ts';
import type { Operation } from './operation.ts';
import { ORGANIZATION_OPERATIONS } from './organizations.ts';
import { MEMBER_OPERATIONS, USER_OPERATIONS } from './people.ts';
import { REQUEST_OPERATIONS, USAGE_OPERATIONS } from './requests.ts';
import { SCENARIO_OPERATIONS, TILL_OPERATIONS } from './sandbox.ts';
import { CELL_OPERATIONS, DEPLOYMENT_OPERATIONS, SERVICE_OPERATIONS } from './service.ts';
import { WEBHOOK_OPERATIONS } from './webhooks.ts';

/** All operations, in the order of the command-line help. */
export const OPERATIONS = {
  ...ORGANIZATION_OPERATIONS,
  ...APP_OPERATIONS,
  ...REQUEST_OPERATIONS,
  ...CHECK_OPERATIONS,
  ...ADDRESS_OPERATIONS,
  ...CREDENTIAL_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...ACCESS_OPERATIONS,
  ...MERCHANT_OPERATIONS,
  ...MEMBER_OPERATIONS,
  ...TILL_OPERATIONS,
  ...SCENARIO_OPERATIONS,
  ...CELL_OPERATIONS,
  ...USER_OPERATIONS,
  ...SERVICE_OPERATIONS,
  ...USAGE_OPERATIONS,
  ...DEPLOYMENT_OPERATIONS,
} as const;

export type OperationName = keyof typeof OPERATIONS;
export type InputOf<Name extends OperationName> = InferInput<(typeof OPERATIONS)[Name]['input']>;
export type OutputOf<Name extends OperationName> = Awaited<ReturnType<(typeof OPERATIONS)[Name]['run']>>;

/** Calls operations for one actor, in this process or through a running server. */
export interface Operations {
  /** Throws a DirectoryError: an InvalidInput for invalid input, a NotAllowed for the wrong actor. */
  call<Name extends OperationName>(name: Name, input: InputOf<Name>): Promise<OutputOf<Name>>;
}

/** Runs operations on the databases of the control plane and the regions. */
export class ControlPlane {
  readonly runtime: Runtime;
  readonly #deliveries: SingleDeliveries;
  readonly #tokens: SandboxTokens;

  constructor(runtime: Runtime, deliveries: SingleDeliveries) {
    this.runtime = runtime;
    this.#deliveries = deliveries;
    this.#tokens = new SandboxTokens(runtime);
  }

  /** Operations for one actor; `origin` identifies the caller in the audit log. */
  as(actor: Actor, origin: Origin): Operations {
    return { call: (name, input) => this.run(name, input, actor, origin) as Promise<OutputOf<typeof name>> };
  }

  /** Runs an operation by name on untrusted input. */
  async run(name: string, given: unknown, actor: Actor, origin: Origin): Promise<unknown> {
    if (!Object.hasOwn(OPERATIONS, name)) throw new UnknownOperation(`No such operation: ${name}.`);
    const operation: Operation = OPERATIONS[name as OperationName];
    if (!isFor(operation.actors, actor)) {
      throw new NotAllowed(`${name} is not for ${actor.kind}s.`);
    }
    const input = parseInput(operation.input, withOwn(given, operation.input, actor));
    const { config, control } = this.runtime;
    const { pool } = control;
    if (actor.kind !== 'operator') await requireOwn(pool, actor, subjectOf(input, operation.about));
    const isDeveloper = 'organizationId' in actor;
    if (config.mail && isDeveloper && operation.access === 'write') await requireConfirmed(pool, actor.organizationId);
    if (isDeveloper) await this.#count(name, operation, actor.organizationId);
    return operation.run({ ...this.runtime, deliveries: this.#deliveries, tokens: this.#tokens, actor, origin }, input);
  }

  async #count(name: string, { perMinute }: Operation, organizationId: number): Promise<void> {
    if (perMinute === undefined) return;
    const { counters } = this.runtime;
    const key = `operation:${name}:${organizationId}`;
    if ((await counters.hit(key)) <= perMinute) return;
    counters.refuse(key);
    throw new CalledTooOften(`An organization can do this ${perMinute} times a minute. Wait a minute, then try again.`);
  }
}

/** Adds the actor's own organization or merchant to input that omits it. Undefined fields are omitted, as in JSON. */
function withOwn(given: unknown, { entries }: InputSchema, { kind: _, ...own }: Actor): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new InvalidInput([{ field: 'input', message: 'The input must be an object.' }]);
  }
  const taken = Object.entries(own).filter(([field]) => field in entries);
  const defined = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries([...taken, ...defined]);
}
