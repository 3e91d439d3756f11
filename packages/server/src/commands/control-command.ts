import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Pool } from 'pg';
import { systemClock } from '../clock.ts';
import { type Config, readConfig } from '../config.ts';
import type { Environment } from '../credentials/products.ts';
import { type Control, type ControlTransaction, changeControl, type Origin } from '../directory/control.ts';
import { openDatabases } from '../open-databases.ts';
import { StartError } from '../start-error.ts';
import { hasDatabase } from '../storage/data-folder.ts';
import type { Databases } from '../storage/database.ts';
import { migrate, requireControlPlane } from '../storage/migrate.ts';

/** Changes made here are the operator's; the log of the machine says who that was. */
export const COMMAND_LINE: Origin = { source: 'command line' };

type Action<Args extends unknown[]> = (this: Command, ...args: Args) => Promise<void>;

/** Dependencies of a command. */
export interface Opened {
  readonly control: Control;
  readonly databases: Databases;
  readonly config: Config;
}

/** Makes the actions of commands on the control plane; each prints its result: for people, or with `--json` for programs. */
export interface ControlCommands {
  /** Reads the control plane without creating or migrating a database. */
  reading<Args extends unknown[]>(work: (pool: Pool, ...args: Args) => Promise<object>): Action<Args>;
  /** Works on a database of this version, which is made or migrated first. */
  working<Args extends unknown[]>(work: (opened: Opened, ...args: Args) => Promise<object>): Action<Args>;
  /** The same for a change in one transaction. */
  changing<Args extends unknown[]>(work: (tx: ControlTransaction, ...args: Args) => Promise<object>): Action<Args>;
}

export function controlCommands(env: NodeJS.ProcessEnv, write: (text: string) => void): ControlCommands {
  const working: ControlCommands['working'] = (work) =>
    async function workOnControl(...args) {
      const config = readConfig(env);
      const databases = await openDatabases(config);
      await print(this, databases, async () => {
        await migrate(databases);
        return work({ control: { pool: databases.control, clock: systemClock }, databases, config }, ...args);
      });
    };

  async function print(command: Command, databases: Databases, work: () => Promise<object>): Promise<void> {
    try {
      const result = await work();
      const { json } = command.optsWithGlobals<{ json?: boolean }>();
      write(json ? `${JSON.stringify(result, null, 2)}\n` : forPeople(result));
    } finally {
      await databases.close();
    }
  }

  return {
    working,
    reading: (work) =>
      async function readControl(...args) {
        const databases = await openExisting(readConfig(env));
        await print(this, databases, async () => {
          await requireControlPlane(databases);
          return work(databases.control, ...args);
        });
      },
    changing: (work) =>
      working(({ control }, ...args) => changeControl(control, COMMAND_LINE, (tx) => work(tx, ...args))),
  };
}

function openExisting(config: Config): Promise<Databases> {
  if (config.databaseUrl === undefined && !hasDatabase(config.dataDir)) {
    throw new StartError(`No database in ${config.dataDir}; run \`tillgate migrate\` first.`);
  }
  return openDatabases(config);
}

const SECRETS = new Set(['clientSecret', 'apiKey', 'password']);

function forPeople(result: object): string {
  if (Array.isArray(result)) return result.length > 0 ? result.map(forPeople).join('\n') : 'None.\n';
  const entries = Object.entries(result);
  const width = Math.max(...entries.map(([name]) => name.length));
  const lines = entries.map(([name, value]) => `${name.padEnd(width)}  ${textOf(value)}\n`).join('');
  const hasSecret = entries.some(([name]) => SECRETS.has(name));
  return hasSecret ? `${lines}\nStore the secret now. It is not shown again.\n` : lines;
}

const textOf = (value: unknown): string => String(value ?? '') || '-';

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
