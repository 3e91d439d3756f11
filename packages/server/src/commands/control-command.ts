import { setTimeout as delay } from 'node:timers/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { readConfig } from '../config.ts';
import type { Environment } from '../credentials/products.ts';
import {
  type InputOf,
  OPERATIONS,
  type OperationName,
  type Operations,
  type OutputOf,
} from '../directory/operations.ts';
import { withOperations } from './connect.ts';
import { confirm, type Terminal } from './terminal.ts';

type Action<Args extends unknown[]> = (this: Command, ...args: Args) => Promise<void>;

/** How a command line calls one operation. */
export interface Invocation<Name extends OperationName, Args extends unknown[]> {
  input(...args: Args): InputOf<Name>;
  /** The result for people; with `--json` it is printed as it is. */
  say(output: OutputOf<Name>, input: InputOf<Name>): string;
  /** What cannot be undone, as a sentence; it has to be confirmed. */
  consequence?(input: InputOf<Name>): string;
  /** Looks before it calls: at what has to be confirmed, if anything, and at the input that confirms it. */
  look?(operations: Operations, input: InputOf<Name>): Promise<{ input: InputOf<Name>; consequence?: string }>;
  /** Seconds after which it is called again; null once all is done. */
  again?(output: OutputOf<Name>): number | null;
}

/** Makes the actions of commands that each call one operation of the control plane. */
export interface ControlCommands {
  calling<Name extends OperationName, Args extends unknown[]>(
    name: Name,
    invocation: Invocation<Name, Args>,
  ): Action<Args>;
}

export interface CommandLine {
  readonly env: NodeJS.ProcessEnv;
  readonly terminal: Terminal;
  write(text: string): void;
}

export const controlCommands = ({ env, terminal, write }: CommandLine): ControlCommands => ({
  calling: (name, { input: toInput, say, consequence, look, again }) =>
    async function callOperation(...args) {
      const config = readConfig(env);
      const { json, yes } = this.optsWithGlobals<{ json?: boolean; yes?: boolean }>();
      const asked = toInput(...args);
      if (consequence && !yes) await confirm(terminal, consequence(asked));
      await withOperations(config, OPERATIONS[name], async (operations) => {
        const { input, consequence: seen } = (await look?.(operations, asked)) ?? { input: asked };
        if (seen && !yes) await confirm(terminal, seen);
        for (let pause: number | null = 0; pause !== null; await delay(1000 * (pause ?? 0))) {
          const output = await operations.call(name, input);
          write(json ? `${JSON.stringify(output, null, 2)}\n` : say(output, input));
          pause = again?.(output) ?? null;
        }
      });
    },
});

/** A command on the surface: described by its operation, with what it takes. */
export function describedBy(command: Command, name: OperationName): Command {
  return command.description(OPERATIONS[name].summary);
}

/** Flags of a command that pages through a list. */
export interface PageFlags {
  readonly limit?: number;
  readonly after?: number;
}

export const paged = (command: Command): Command =>
  command
    .option('--limit <rows>', 'most rows to list, up to 200 (default: 50)', id)
    .option('--after <id>', 'list what follows this one', id);

/** Lets a command that cannot be undone be confirmed beforehand. */
export const confirmable = (command: Command): Command => command.option('--yes', 'do not ask for confirmation');

/** An id on the command line. */
export function id(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value === 0) {
    throw new InvalidArgumentError('It must be a positive integer.');
  }
  return value;
}

const ENVIRONMENT_OPTION: Record<string, Environment> = { sandbox: 'SANDBOX', production: 'PRODUCTION' };

export const environmentOption = (): Option =>
  new Option('--env <environment>', 'where the credential works')
    .choices(Object.keys(ENVIRONMENT_OPTION))
    .default('sandbox');

export const environmentOf = ({ env }: { env: string }): Environment => ENVIRONMENT_OPTION[env] as Environment;

export const allowOption = (): Option =>
  new Option('--allow-ip <address...>', 'addresses or CIDR ranges it can be used from (default: any)').default([]);
