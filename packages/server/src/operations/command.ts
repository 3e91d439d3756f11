import { type GenericSchema, getMetadata } from 'valibot';
import type { InputSchema, Notation } from '../control/input.ts';
import type { InputOf, OPERATIONS, OperationName, Operations, OutputOf } from './operations.ts';
import type { Columns } from './text.ts';

type FieldOf<Name extends OperationName> = keyof (typeof OPERATIONS)[Name]['input']['entries'] & string;
type RowOf<Output> = Output extends { readonly data: readonly (infer Row)[] } ? Row : never;

/** What an operation does not say about its command: arguments, options and output. */
interface CommandText<Field extends string, Input, Output> {
  /** Replaces the operation's summary. */
  readonly summary?: string;
  /** Fields given by position. Defaults to the required ids. */
  readonly args?: readonly Field[];
  /**
   * Fields given by options, in addition to those for paging; `!field` sets the field to false. Defaults to all others.
   */
  readonly options?: readonly (Field | `!${Field}`)[];
  /** Replaces how an option is typed, such as `--operation <id>`. */
  readonly flags?: { readonly [Given in Field | `!${Field}`]?: string };
  readonly help?: { readonly [Given in Field | `!${Field}`]?: string };
  readonly defaults?: { readonly [Given in Field]?: string };
  /** Converts the typed input. */
  input?(typed: Input): Input;
  /** States what cannot be undone and has to be confirmed. */
  consequence?(input: Input): string;
  /** Reads what has to be confirmed before the call, and the input that confirms it. */
  look?(operations: Operations, input: Input): Promise<{ input: Input; consequence?: string }>;
  /** Seconds until the operation is called again; null once it is done. */
  again?(output: Output): number | null;
  /** Prints the output as a table. */
  readonly columns?: Columns<RowOf<Output>>;
  /** Prints this sentence, then the secrets of the output. */
  done?(output: Output, input: Input): string;
  /** Prints this text. Without `columns`, `done` and `say`, prints the fields of the output. */
  say?(output: Output): string;
}

/** A command that calls an operation. */
export interface OperationCommand extends CommandText<string, object, unknown> {
  /** The words that are typed, such as `app redirect-uri add`. */
  readonly path: string;
  readonly operation: OperationName;
}

export const command = <Name extends OperationName>(
  path: string,
  operation: Name,
  text: CommandText<FieldOf<Name>, InputOf<Name>, OutputOf<Name>> = {},
): OperationCommand => ({ path, operation, ...text }) as OperationCommand;

/** A field of an operation's input, described for the command line. */
export interface InputField extends Notation {
  readonly name: string;
  readonly kind: 'id' | 'text' | 'choice' | 'flag';
  readonly many: boolean;
  readonly required: boolean;
  /** True if null clears the value. */
  readonly nullable: boolean;
  readonly choices: readonly string[];
  readonly fallback: unknown;
}

/** The part of a valibot schema read here. */
interface Schema {
  readonly type: string;
  readonly wrapped?: Schema;
  readonly item?: Schema;
  readonly options?: readonly string[];
  readonly default?: unknown;
}

const KINDS: Readonly<Record<string, InputField['kind']>> = { number: 'id', picklist: 'choice', boolean: 'flag' };

/** Fields of an input, keyed by name. */
export const inputFields = ({ entries }: InputSchema): ReadonlyMap<string, InputField> =>
  new Map(Object.entries(entries).map(([name, entry]) => [name, inputField(name, entry as unknown as Schema)]));

function inputField(name: string, outer: Schema): InputField {
  const layers = [outer];
  for (let inner = outer.wrapped; inner; inner = inner.wrapped) layers.push(inner);
  const schema = layers.at(-1) ?? outer;
  const { type, options = [] } = schema.item ?? schema;
  const isWrappedBy = (wrapper: string) => layers.some((layer) => layer.type === wrapper);
  return {
    ...(getMetadata(schema as unknown as GenericSchema) as Notation),
    name,
    kind: KINDS[type] ?? 'text',
    many: schema.item !== undefined,
    required: !isWrappedBy('optional'),
    nullable: isWrappedBy('nullable'),
    choices: options,
    fallback: outer.default,
  };
}
