import type { InferOutput } from 'valibot';
import type { Actor, ActorKind, Subject } from '../control/actor.ts';
import { type Control, type ControlTransaction, changeControl, type Origin } from '../control/control.ts';
import type { InputSchema } from '../control/input.ts';
import type { Databases } from '../database/database.ts';
import type { DatabasePool } from '../database/pool.ts';
import type { Regions } from '../database/regions.ts';
import type { SecretStore } from '../database/secrets.ts';
import type { SandboxTokens } from '../oauth/sandbox-tokens.ts';
import type { Counters } from '../process/counters.ts';
import type { SingleDeliveries } from '../webhooks/requests.ts';

/** Dependencies of operations. */
export interface ControlDependencies {
  readonly control: Control;
  readonly counters: Counters;
  readonly databases: Databases;
  readonly regions: Regions;
  readonly deliveries: SingleDeliveries;
  readonly tokens: SandboxTokens;
  /** {auth_url}, the origin of links to pages. */
  readonly webUrl: string;
  /** True if mail is sent. Developers must then confirm their address before they can change anything. */
  readonly mails?: boolean;
  /** Opens the deployment's secrets, which only some operations need. */
  secrets(): Promise<SecretStore>;
}

/** One call of an operation, with its actor and its origin for the audit log. */
export interface Call extends ControlDependencies {
  readonly actor: Actor;
  readonly origin: Origin;
}

interface Definition<Schema extends InputSchema> {
  /** One sentence for people. */
  readonly summary: string;
  readonly input: Schema;
  readonly actors: readonly [ActorKind, ...ActorKind[]];
  /**
   * Input fields that name the subject. Unless an operator calls, the subject must belong to the
   * actor's organization or merchant. Defaults to all fields that name such a record.
   */
  readonly about?: readonly (keyof Subject)[];
  /** How often an organization may call it in a minute, if a call costs much more than a page. */
  readonly perMinute?: number;
}

/** Operations for the developers of the organization that owns the subject. */
export const FOR_DEVELOPERS = { actors: ['operator', 'developer'] } as const;

/** One operation of the control plane. */
export interface Operation<Schema extends InputSchema = InputSchema, Output = unknown> extends Definition<Schema> {
  readonly access: 'read' | 'write';
  /** True if it also works on the cells of regions. */
  readonly cells?: true;
  run(call: Call, input: InferOutput<Schema>): Promise<Output>;
}

/** An operation that only reads. */
export const reading = <Schema extends InputSchema, Output>(
  definition: Definition<Schema> & {
    read(pool: DatabasePool, input: InferOutput<Schema>, call: Call): Promise<Output>;
  },
): Operation<Schema, Output> => ({
  ...definition,
  access: 'read',
  run: (call, input) => definition.read(call.control.pool, input, call),
});

/** An operation that changes the control plane in one transaction. */
export const changing = <Schema extends InputSchema, Output>(
  definition: Definition<Schema> & {
    change(tx: ControlTransaction, input: InferOutput<Schema>, call: Call): Promise<Output>;
  },
): Operation<Schema, Output> => ({
  ...definition,
  access: 'write',
  run: (call, input) => changeControl(call.control, call.origin, (tx) => definition.change(tx, input, call)),
});

/** An operation that changes the control plane in one transaction and returns its input. */
export const doing = <Schema extends InputSchema>({
  change,
  ...definition
}: Definition<Schema> & { change(tx: ControlTransaction, input: InferOutput<Schema>): Promise<unknown> }): Operation<
  Schema,
  InferOutput<Schema>
> => ({
  ...definition,
  access: 'write',
  run: (call, input) =>
    changeControl(call.control, call.origin, async (tx) => {
      await change(tx, input);
      return input;
    }),
});

/** An operation that changes data in transactions it opens itself. */
export const acting = <Schema extends InputSchema, Output>(
  definition: Definition<Schema> &
    Pick<Operation, 'cells'> & { act(call: Call, input: InferOutput<Schema>): Promise<Output> },
): Operation<Schema, Output> => ({ ...definition, access: 'write', run: definition.act });
