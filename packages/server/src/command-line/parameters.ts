import { readFileSync } from 'node:fs';
import { Argument, InvalidArgumentError, Option } from 'commander';
import { type InputSchema, PAGING } from '../control/input.ts';
import type { OperationCommand } from '../operations/command-line/command.ts';
import { type InputField, inputFields } from '../operations/command-line/input-field.ts';

/** An argument or option, and the field of the operation's input that it sets. */
interface Parameter<Kind> {
  readonly field: InputField;
  readonly typed: Kind;
  /** True if the flag sets the field to false. */
  readonly negated?: boolean;
}

export interface Parameters {
  readonly args: readonly Parameter<Argument>[];
  readonly options: readonly Parameter<Option>[];
}

/** Derives the arguments and options of a command from its operation's input. */
export function parametersOf(input: InputSchema, text: OperationCommand): Parameters {
  const fields = inputFields(input);
  const given: readonly string[] = text.args ?? [...fields.values()].filter(isReference).map(({ name }) => name);
  const rest = [...fields.keys()].filter((name) => !given.includes(name));
  const pages = rest.filter((name) => Object.hasOwn(PAGING, name));
  const others = text.options ?? rest.filter((name) => !Object.hasOwn(PAGING, name));
  const fieldOf = (name: string) => fields.get(name.replace('!', '')) as InputField;
  return {
    args: given.map((name) => ({ field: fieldOf(name), typed: argumentOf(fieldOf(name), text) })),
    options: [...pages, ...others].map((name) => ({
      field: fieldOf(name),
      typed: optionOf(name, fieldOf(name), text),
      negated: name.startsWith('!'),
    })),
  };
}

/** True for the id of a record that an operation requires. */
const isReference = ({ kind, required, many, name }: InputField): boolean =>
  kind === 'id' && required && !many && name.endsWith('Id');

const NOUNS: Readonly<Record<string, string>> = { company: 'merchant', request: 'access request' };

function argumentOf(field: InputField, { flags, help }: Texts): Argument {
  const { name, value = kebab(name), many, nullable } = field;
  const noun = isReference(field) ? kebab(name).split('-').at(-2) : undefined;
  const word = noun ?? value;
  const usual = many ? `[${word}...]` : nullable ? `[${word}]` : `<${word}>`;
  const explained = noun ? `id of the ${NOUNS[noun] ?? noun}` : field.help;
  return parsed(new Argument(flags?.[name] ?? usual, help?.[name] ?? explained), field);
}

function optionOf(name: string, field: InputField, text: Texts): Option {
  const { kind, value = kebab(field.name), many, required } = field;
  const long = field.option ?? kebab(kind === 'id' ? field.name.replace(/Id$/, '') : field.name);
  const flag = kind === 'flag' ? `--${long}` : `--${long} <${value}${many ? '...' : ''}>`;
  const option = parsed(new Option(text.flags?.[name] ?? flag, text.help?.[name] ?? field.help), field);
  if (name.startsWith('!')) return option.conflicts(field.name);
  const fallback = text.defaults?.[name] ?? (kind === 'choice' || many ? field.fallback : undefined);
  if (fallback !== undefined) option.default(field.lowerCase ? String(fallback).toLowerCase() : fallback);
  return option.makeOptionMandatory(required && fallback === undefined);
}

/** Texts by the names of fields. */
type Texts = {
  readonly [Kind in 'flags' | 'help' | 'defaults']?: Readonly<Record<string, string | undefined>>;
};

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function parsed<Kind extends Argument | Option>(
  parameter: Kind,
  { kind, many, value, choices, lowerCase }: InputField,
): Kind {
  if (kind === 'choice') parameter.choices(lowerCase ? choices.map((choice) => choice.toLowerCase()) : choices);
  if (kind === 'id')
    parameter.argParser<unknown>(many ? (text, previous) => [...((previous ?? []) as number[]), id(text)] : id);
  if (value === 'file') parameter.argParser(contentOf);
  return parameter;
}

/** Parses an id. */
export function id(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value === 0) {
    throw new InvalidArgumentError('It must be a positive integer.');
  }
  return value;
}

/** Reads a file as base64. */
function contentOf(path: string): string {
  try {
    return readFileSync(path).toString('base64');
  } catch (error) {
    throw new InvalidArgumentError(`It cannot be read: ${(error as NodeJS.ErrnoException).code}.`);
  }
}

/** Collects the operation's input from arguments and options. */
export function typedInput(
  { args, options }: Parameters,
  values: readonly unknown[],
  flags: Readonly<Record<string, unknown>>,
) {
  const positional = args.map(({ field }, at) => [field.name, values[at] ?? (field.nullable ? null : undefined)]);
  const named = options.map(({ field, typed, negated }) => {
    const value = flags[typed.attributeName()];
    return [field.name, negated && value ? false : field.lowerCase ? String(value).toUpperCase() : value];
  });
  return Object.fromEntries([...positional, ...named].filter(([, value]) => value !== undefined));
}
