import type { InputOf, OPERATIONS, OperationName, Operations, OutputOf } from '../operations.ts';
import type { Columns } from './text.ts';

type FieldOf<Name extends OperationName> = keyof (typeof OPERATIONS)[Name]['input']['entries'] & string;
type RowOf<Output> = Output extends { readonly data: readonly (infer Row)[] } ? Row : never;

/** Arguments, options and output of a command that its operation does not determine. */
interface CommandText<Field extends string, Input, Output> {
  /** Replaces the operation's summary. */
  readonly summary?: string;
  /** Fields given by position. By default the ids that are required. */
  readonly args?: readonly Field[];
  /** Fields given by options, in addition to those of a page; `!field` sets it to false. By default all others. */
  readonly options?: readonly (Field | `!${Field}`)[];
  /** Replaces what is typed, such as `--operation <id>`. */
  readonly flags?: { readonly [Given in Field | `!${Field}`]?: string };
  readonly help?: { readonly [Given in Field | `!${Field}`]?: string };
  readonly defaults?: { readonly [Given in Field]?: string };
  /** Converts the typed input. */
  input?(typed: Input): Input;
  /** Sentence about what cannot be undone, which must be confirmed. */
  consequence?(input: Input): string;
  /** Reads before the call what must be confirmed, if anything, and the input that confirms it. */
  look?(operations: Operations, input: Input): Promise<{ input: Input; consequence?: string }>;
  /** Seconds until the next call; null when all is done. */
  again?(output: Output): number | null;
  /** Prints a list as a table. */
  readonly columns?: Columns<RowOf<Output>>;
  /** Prints a sentence, and the secrets of the output. */
  done?(output: Output, input: Input): string;
  /** Prints other text. Without `columns`, `done` and `say`, the fields of the output are printed. */
  say?(output: Output): string;
}

/** A command that calls an operation. */
export interface OperationCommand extends CommandText<string, object, unknown> {
  /** What is typed, such as `app redirect-uri add`. */
  readonly path: string;
  readonly operation: OperationName;
}

export const command = <Name extends OperationName>(
  path: string,
  operation: Name,
  text: CommandText<FieldOf<Name>, InputOf<Name>, OutputOf<Name>> = {},
): OperationCommand => ({ path, operation, ...text }) as OperationCommand;
