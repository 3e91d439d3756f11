import type { InferOutput } from 'valibot';
import type { Databases } from '../storage/database.ts';
import type { DatabasePool } from '../storage/pool.ts';
import type { Regions } from '../storage/regions.ts';
import type { SecretStore } from '../storage/secrets.ts';
import type { Actor, ActorKind } from './actor.ts';
import { type Control, type ControlTransaction, changeControl, type Origin } from './control.ts';
import type { InputSchema } from './input.ts';
import type { SandboxData } from './merchants/sandbox-data.ts';
import type { Subject } from './subject.ts';

/** What operations work on. */
export interface ControlDependencies {
  readonly control: Control;
  readonly databases: Databases;
  readonly regions: Regions;
  readonly sandboxData: SandboxData;
  /** {auth_url}, the origin of the pages that links lead to. */
  readonly webUrl: string;
  /** True where mails are sent: developers confirm their address before they change anything. */
  readonly mails?: boolean;
  /** The secrets of the deployment; only some operations need them, and the key that opens them. */
  secrets(): Promise<SecretStore>;
}

/** One call: what it works on, who calls, and what the audit log says about that. */
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
   * Fields of the input that name its subject, which must be of the actor's organization or merchant unless an operator
   * calls. By default every field that names such a record.
   */
  readonly about?: readonly (keyof Subject)[];
}

/** For the developers of the organization that an operation is about. */
export const FOR_DEVELOPERS = { actors: ['operator', 'developer'] } as const;

/** One operation of the control plane. */
export interface Operation<Schema extends InputSchema = InputSchema, Output = unknown> extends Definition<Schema> {
  readonly access: 'read' | 'write';
  /** Works on cells of regions too, not on the control plane alone. */
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

/** The same for a change whose result is what was asked for. */
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

/** An operation that changes something and opens its transaction itself; `cells` if it needs any but the control plane's. */
export const acting = <Schema extends InputSchema, Output>(
  definition: Definition<Schema> &
    Pick<Operation, 'cells'> & { act(call: Call, input: InferOutput<Schema>): Promise<Output> },
): Operation<Schema, Output> => ({ ...definition, access: 'write', run: definition.act });
