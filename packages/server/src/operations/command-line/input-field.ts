import { type GenericSchema, getMetadata } from 'valibot';
import type { InputSchema, Notation } from '../../control/input.ts';

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
