import { createReadStream, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { readConfig } from '../config.ts';
import { type InputSchema, PAGING } from '../control/input.ts';
import type { Page } from '../control/page.ts';
import { type InputField, inputFields, type OperationCommand } from '../operations/commands.ts';
import { OPERATIONS, type Operations } from '../operations/operations.ts';
import { fields, table, withSecrets } from '../operations/text.ts';
import { StartError } from '../process/start-error.ts';
import { type Open, withServer } from './connect.ts';

export interface Terminal {
  /** Asks a question; absent without a terminal. */
  readonly ask?: (question: string) => Promise<string>;
}

export function processTerminal(): Terminal {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return {};
  return {
    async ask(question) {
      const lines = createInterface({ input: process.stdin, output: process.stderr });
      return lines.question(question).finally(() => lines.close());
    },
  };
}

/** Asks for confirmation. Throws a StartError unless the answer is yes. */
async function confirm({ ask }: Terminal, consequence: string): Promise<void> {
  if (!ask) throw new StartError(`${consequence} Add --yes to confirm.`);
  const answer = await ask(`${consequence} Continue? [y/N] `);
  if (!/^y(es)?$/i.test(answer.trim())) throw new StartError('Nothing was changed.');
}

/** The arguments and options of a command, each with the input field it sets. A negated option sets it to false. */
export function parametersOf(input: InputSchema, text: OperationCommand) {
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
  if (value === 'file')
    parameter.argParser((path) => {
      try {
        return readFileSync(path).toString('base64');
      } catch (error) {
        throw new InvalidArgumentError(`It cannot be read: ${(error as NodeJS.ErrnoException).code}.`);
      }
    });
  return parameter;
}

/** Opens a file, or standard input for `-`, whose size in bytes is unknown. */
export async function openSource(file: string) {
  if (file === '-') return { chunks: process.stdin, size: undefined, read: () => 0 };
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) throw new StartError(`No such file: ${file}.`);
  const stream = createReadStream(file);
  return { chunks: stream, size: found.size, read: () => stream.bytesRead };
}

/** A number as it is typed. The operation says which ones it accepts, such as 0 minutes, which end what is under way. */
export function id(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value)) throw new InvalidArgumentError('It must be an integer.');
  return value;
}

function typedInput(
  { args, options }: ReturnType<typeof parametersOf>,
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

export interface CommandLine {
  readonly env: NodeJS.ProcessEnv;
  readonly terminal: Terminal;
  readonly open: Open;
  write(text: string): void;
}

/** Creates the command of an operation. Its arguments and options come from the operation's input. */
export function operationCommand({ env, terminal, write, open }: CommandLine, text: OperationCommand): Command {
  const operation = OPERATIONS[text.operation];
  const parameters = parametersOf(operation.input, text);
  const command = new Command(text.path.split(' ').at(-1)).description(text.summary ?? operation.summary);
  if (text.consequence || text.look) command.option('--yes', 'do not ask for confirmation');
  for (const { typed } of parameters.args) command.addArgument(typed);
  for (const { typed } of parameters.options) command.addOption(typed);
  return command.action(async function callOperation(this: Command) {
    const given = typedInput(parameters, this.processedArgs, this.opts());
    const typed: object = text.input?.(given) ?? given;
    const { json, yes } = this.optsWithGlobals<{ json?: boolean; yes?: boolean }>();
    const config = readConfig(env);
    if (text.consequence && !yes) await confirm(terminal, text.consequence(typed));
    const run = async (operations: Operations): Promise<void> => {
      const { input, consequence } = (await text.look?.(operations, typed)) ?? { input: typed };
      if (consequence && !yes) await confirm(terminal, consequence);
      for (let pause: number | null = 0; pause !== null; await delay(1000 * (pause ?? 0))) {
        const output: object = await operations.call(text.operation, input as never);
        write(json ? `${JSON.stringify(output, null, 2)}\n` : inWords(text, output, input));
        pause = text.again?.(output) ?? null;
      }
    };
    await withServer(config, operation, run, open);
  });
}

function inWords({ columns, done, say }: OperationCommand, output: object, input: object): string {
  if (columns) return table(output as Page<never>, columns);
  if (done) return withSecrets(done(output, input), output);
  return say?.(output) ?? fields(output);
}
