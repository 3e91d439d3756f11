import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Environment } from '../auth/products.ts';
import { systemClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { type Control, type ControlTransaction, changeControl, type Origin } from '../directory/control.ts';
import { openDatabases } from '../server.ts';
import { migrate } from '../storage/migrate.ts';

/** Changes made here are the operator's; the log of the machine says who that was. */
export const COMMAND_LINE: Origin = { source: 'command line' };

type Action<Args extends unknown[]> = (this: Command, ...args: Args) => Promise<void>;

/** Makes the actions of commands that work on the control plane. */
export interface ControlCommands {
  /** Opens the control plane for one command and prints what it gives: for people, or with `--json` for programs. */
  reading<Args extends unknown[]>(work: (control: Control, ...args: Args) => Promise<object>): Action<Args>;
  /** The same for a change in one transaction. */
  changing<Args extends unknown[]>(work: (tx: ControlTransaction, ...args: Args) => Promise<object>): Action<Args>;
}

export function controlCommands(env: NodeJS.ProcessEnv, write: (text: string) => void): ControlCommands {
  const reading: ControlCommands['reading'] = (work) =>
    async function runOnControl(...args) {
      const databases = await openDatabases(readConfig(env));
      try {
        await migrate(databases);
        const result = await work({ pool: databases.control, clock: systemClock }, ...args);
        const { json } = this.optsWithGlobals<{ json?: boolean }>();
        write(json ? `${JSON.stringify(result, null, 2)}\n` : forPeople(result));
      } finally {
        await databases.close();
      }
    };
  return {
    reading,
    changing: (work) => reading((control, ...args) => changeControl(control, COMMAND_LINE, (tx) => work(tx, ...args))),
  };
}

const SECRETS = new Set(['clientSecret', 'apiKey', 'password']);

function forPeople(result: object): string {
  if (Array.isArray(result)) return result.length > 0 ? result.map(forPeople).join('\n') : 'None.\n';
  const entries = Object.entries(result);
  const width = Math.max(...entries.map(([name]) => name.length));
  const lines = entries.map(([name, value]) => `${name.padEnd(width)}  ${textOf(value)}\n`).join('');
  const hasSecret = entries.some(([name]) => SECRETS.has(name));
  return hasSecret ? `${lines}\nKeep the secret now: it is not shown again.\n` : lines;
}

const textOf = (value: unknown): string => String(value ?? '') || '-';

/** An id on the command line. */
export function id(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value === 0) {
    throw new InvalidArgumentError('It must be a whole number from 1 on.');
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
  new Option('--allow-ip <address...>', 'addresses or CIDR ranges it may be used from; any without this').default([]);
