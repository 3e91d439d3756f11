import { type GenericSchema, type InferInput, type InferOutput, strictObject } from 'valibot';
import type { Actor, ActorKind, Subject } from '../control/actor.ts';
import { type ControlTransaction, changeControl, type Origin } from '../control/control.ts';
import { type InputSchema, PAGING } from '../control/input.ts';
import { type ListSource, type Page, type PageRequest, readPage } from '../control/page.ts';
import type { DatabasePool } from '../database/pool.ts';
import type { SandboxTokens } from '../oauth/access-tokens.ts';
import type { Runtime } from '../runtime.ts';
import type { SingleDeliveries } from '../webhooks/requests.ts';
import type { Columns } from './text.ts';

/** One call of an operation, with its actor and its origin for the audit log. */
export interface Call extends Runtime {
  readonly deliveries: SingleDeliveries;
  readonly tokens: SandboxTokens;
  readonly actor: Actor;
  readonly origin: Origin;
}

type FieldOf<Schema extends InputSchema> = keyof Schema['entries'] & string;
type RowOf<Output> = Output extends { readonly data: readonly (infer Row)[] } ? Row : never;

/** Texts about an input field: label and hint in a form, help on a command line. */
export interface FieldTexts {
  /** Defaults to the field's name in words. */
  readonly label?: string;
  readonly hint?: string;
  readonly help?: string;
  /** Syntax of its option or argument, such as `--operation <id>`. */
  readonly flag?: string;
  /** Value used if the option is omitted. */
  readonly fallback?: string;
}

/** Confirmation of a change that is hard to undo. The title is a question. */
export interface Question {
  readonly title: string;
  readonly effect: string;
  readonly submit: string;
  /** True if the change can be undone, so that its button is not marked as dangerous. */
  readonly isUndoable?: boolean;
}

export interface Caller {
  call(name: string, input: object): Promise<unknown>;
}

export interface CommandForm<Field extends string, Input, Output> {
  /** Words of the command. Defaults to the operation's name: `app archive`. */
  readonly path?: string;
  /** Fields given by position. Defaults to the required ids. */
  readonly args?: readonly Field[];
  /** Fields given by options, plus paging. `!field` sets the field to false. Defaults to all others. */
  readonly options?: readonly (Field | `!${Field}`)[];
  input?(typed: Input): Input;
  /** Reads the consequence to confirm before the call, and the input that confirms it. */
  look?(operations: Caller, input: Input): Promise<{ input: Input; consequence?: string }>;
  /** Seconds until the operation is called again; null once it is done. */
  again?(output: Output): number | null;
  /** The same operation under another name. */
  readonly also?: { readonly path: string; readonly summary?: string } & Pick<
    CommandForm<Field, Input, Output>,
    'options' | 'input'
  >;
}

interface Declaration<Schema extends InputSchema, Output> {
  readonly summary: string;
  readonly input: Schema;
  readonly actors: readonly [ActorKind, ...ActorKind[]];
  /**
   * Input fields that name the subject. Unless an operator calls, the subject must belong to the
   * actor's organization or merchant. Defaults to all fields that name such a record.
   */
  readonly about?: readonly (keyof Subject)[];
  /** Calls per minute and organization, for an operation that costs much more than a page. */
  readonly perMinute?: number;
  /** A plain string is the field's help. */
  readonly fields?: { readonly [Name in FieldOf<Schema> | `!${FieldOf<Schema>}`]?: string | FieldTexts };
  /** Confirmation on pages and command lines. `names` are the display names of the records in the input. */
  asks?(names: { readonly [Name in FieldOf<Schema>]: string }, input: InferInput<Schema>): Question;
  /** The sentence after the change. The secrets in the output follow it. */
  done?(output: Output, input: InferInput<Schema>): string;
  /** Columns of the table that a command prints. */
  readonly columns?: Columns<RowOf<Output>>;
  /** Text that a command prints. Without `columns`, `done` and `say`, it prints the fields of the output. */
  say?(output: Output): string;
  /** False for an operation that only pages and the program itself call. */
  readonly command?: false | CommandForm<FieldOf<Schema>, InferInput<Schema>, Output>;
}

/** Operations for the developers of the organization that owns the subject. */
export const FOR_DEVELOPERS = { actors: ['operator', 'developer'] } as const;

export interface Operation<Schema extends InputSchema = InputSchema, Output = unknown>
  extends Declaration<Schema, Output> {
  readonly access: 'read' | 'write';
  /** True if it also works on the cells of regions. */
  readonly cells?: true;
  run(call: Call, input: InferOutput<Schema>): Promise<Output>;
}

export const reading = <Schema extends InputSchema, Output>(
  definition: Declaration<Schema, Output> & {
    read(pool: DatabasePool, input: InferOutput<Schema>, call: Call): Promise<Output>;
  },
): Operation<Schema, Output> => ({
  ...definition,
  access: 'read',
  run: (call, input) => definition.read(call.control.pool, input, call),
});

/** Filters of a list: the schema and SQL condition of each field. */
type Filters = Readonly<Record<string, readonly [schema: GenericSchema, condition: string]>>;

/** Input and reader of a paged list. The source may depend on the actor. */
export const listing =
  <Row extends object>(source: ListSource | ((actor: Actor) => ListSource)) =>
  <Given extends Filters>(filters: Given) => ({
    input: strictObject({
      ...(Object.fromEntries(Object.entries(filters).map(([field, [schema]]) => [field, schema])) as {
        readonly [Field in keyof Given]: Given[Field][0];
      }),
      ...PAGING,
    }),
    read(pool: DatabasePool, input: object, { actor }: Call): Promise<Page<Row>> {
      const { limit, after, ...given } = input as PageRequest & Readonly<Record<string, unknown>>;
      const conditions = Object.entries(filters).map(([field, [, condition]]) => [condition, given[field]]);
      const from = typeof source === 'function' ? source(actor) : source;
      return readPage<Row>(pool, from, Object.fromEntries(conditions), { limit, after });
    },
  });

/** An operation that changes the control plane in one transaction. */
export const changing = <Schema extends InputSchema, Output>(
  definition: Declaration<Schema, Output> & {
    change(tx: ControlTransaction, input: InferOutput<Schema>, call: Call): Promise<Output>;
  },
): Operation<Schema, Output> => ({
  ...definition,
  access: 'write',
  run: (call, input) => changeControl(call.control, call.origin, (tx) => definition.change(tx, input, call)),
});

/** An operation that changes the control plane in one transaction and returns its input. */
export const doing = <Schema extends InputSchema>(
  definition: Declaration<Schema, InferOutput<Schema>> & {
    change(tx: ControlTransaction, input: InferOutput<Schema>): Promise<unknown>;
  },
): Operation<Schema, InferOutput<Schema>> =>
  changing({
    ...definition,
    async change(tx, input) {
      await definition.change(tx, input);
      return input;
    },
  });

/** An operation that changes data in transactions it opens itself. */
export const acting = <Schema extends InputSchema, Output>(
  definition: Declaration<Schema, Output> &
    Pick<Operation, 'cells'> & { act(call: Call, input: InferOutput<Schema>): Promise<Output> },
): Operation<Schema, Output> => ({ ...definition, access: 'write', run: definition.act });
