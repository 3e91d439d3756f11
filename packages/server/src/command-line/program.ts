import { Command } from 'commander';
import { FORMAT_HELP } from '../back-office/import/format-help.ts';
import { GROUPS, OPERATION_COMMANDS } from '../operations/commands.ts';
import { openDatabases } from '../runtime.ts';
import { VERSION } from '../version.ts';
import type { Open } from './connect.ts';
import { doctorCommand } from './doctor.ts';
import type { DataLoad } from './load-data.ts';
import { type CommandLine, id, operationCommand, processTerminal, type Terminal } from './operation-command.ts';

const note = (text: string): boolean => process.stderr.write(text);

const LOAD_HELP = `
The file is CSV, whose first row names the columns, or NDJSON with an item on each
line; both in UTF-8. Columns have the names of an item's properties, such as
externalId, name, price and barcodes. Lists are separated by |. An empty cell is
left out.

An item is found by its externalId, or by its itemCode in a file without one, and
changed to what the row states; other rows create items. So a file can be loaded
again, and an interrupted load continues when it is run again. The server has to
run: the items go through its API, and count in the app's rate limit.`;

const dataLoadCommand = ({ env, write }: CommandLine): Command =>
  new Command('load')
    .description('Load items of a sandbox merchant from a CSV or NDJSON file, as one of its apps would.')
    .argument('<file>', 'CSV or NDJSON file, or - for standard input')
    .requiredOption('--merchant <id>', 'id of the sandbox merchant', id)
    .option('--app <id>', 'app that writes them (default: the only FULL app of the organization)', id)
    .option('--dry-run', 'show what each column becomes and which rows would fail; store nothing')
    .addHelpText('after', LOAD_HELP)
    .action(async (file: string, options: DataLoad, command: Command) => {
      const { json = false } = command.optsWithGlobals<{ json?: boolean }>();
      const { loadData } = await import('./load-data.ts');
      await loadData(env, file, options, { json, write, note, terminal: process.stderr.isTTY });
    });

/** Creates the command line. Modules that only one command needs are loaded when it runs. */
export function createProgram(
  env: NodeJS.ProcessEnv,
  write: (text: string) => void,
  terminal: Terminal = processTerminal(),
  open: Open = openDatabases,
): Command {
  const line: CommandLine = { env, write, terminal, open };
  const program = new Command('tillgate')
    .description('The partner API of a point-of-sale back office.')
    .version(VERSION)
    .option('--json', 'print JSON, for programs to read');
  addServer(program, line);
  addBackup(program, line);
  addImport(program, line);
  for (const text of OPERATION_COMMANDS) groupOf(program, text.path).addCommand(operationCommand(line, text));
  groupOf(program, 'data load').addCommand(dataLoadCommand(line));
  program.addCommand(doctorCommand(line));
  return program;
}

function groupOf(program: Command, path: string): Command {
  const words = path.split(' ').slice(0, -1);
  return words.reduce((parent, word, at) => {
    const found = parent.commands.find((child) => child.name() === word);
    return found ?? parent.command(word).description(GROUPS[words.slice(0, at + 1).join(' ')] ?? '');
  }, program);
}

function addServer(program: Command, { env, write }: CommandLine): void {
  program
    .command('serve')
    .description('Serve the API, the merchant-facing host and the operations listener until stopped.')
    .option('--role <role>', 'serve as a gateway, a region or web alone (default: all, in one process)')
    .option('--region <region>', 'region of the role region: UK, US, IN or AE')
    .action(async ({ role, region }: { role?: string; region?: string }) => {
      const roles = { ...(role && { TILLGATE_ROLE: role }), ...(region && { TILLGATE_REGION: region }) };
      await (await import('./serve.ts')).serve({ ...env, ...roles });
    });
  program
    .command('migrate')
    .description('Migrate the database to this version of the program.')
    .option('--anyway', 'migrate while older processes are connected whose requests then fail')
    .action(async (options: { anyway?: boolean }) =>
      write(`${await (await import('./migrate.ts')).migrateCommand(env, options)}\n`),
    );
  program
    .command('seed')
    .description('Fill an empty database.')
    .requiredOption('--demo', 'fill it with the demo: an organization, its apps, and merchants with 90 days of sales')
    .option('--day <date>', 'day before which the demo ends, such as 2026-07-01 (default: today in UTC)')
    .action(async ({ day }: { day?: string }) => (await import('./seed.ts')).seedCommand(env, day));
}

function addBackup(program: Command, { env, write }: CommandLine): void {
  program
    .command('backup')
    .description('Write a backup of all databases, each as of one moment, into a new file.')
    .argument('<file>', 'file to write, gzipped')
    .action(async (file: string) => write(`${await (await import('./backup.ts')).backupCommand(env, file)}\n`));
  program
    .command('export')
    .description('Write all that is kept of a merchant, as of one moment, into a new file.')
    .requiredOption('--merchant <id>', 'id of the merchant', id)
    .argument('<file>', 'file to write, NDJSON, gzipped')
    .action(async (file: string, { merchant }: { merchant: number }) =>
      write(`${await (await import('./backup.ts')).exportCommand(env, merchant, file)}\n`),
    );
  program
    .command('restore')
    .description('Restore a backup into empty databases.')
    .argument('<file>', 'file that `tillgate backup` wrote')
    .action(async (file: string) => write(`${await (await import('./backup.ts')).restoreCommand(env, file)}\n`));
}

function addImport(program: Command, { env, write }: CommandLine): void {
  program
    .command('import')
    .description(
      "Import a merchant's own records: stores, suppliers, taxes, the catalogue, menus, opening stock, sales, refunds, voids, open orders, returns.",
    )
    .requiredOption('--company <id>', 'id of the merchant')
    .argument('<file>', 'NDJSON file, plain or gzip, or - for standard input')
    .addHelpText('after', FORMAT_HELP)
    .action(async function importFile(file: string, { company }: { company: string }, command: Command) {
      const { json = false } = command.optsWithGlobals<{ json?: boolean }>();
      const { importCommand } = await import('./import.ts');
      return importCommand(env, company, file, { json, write, note, terminal: process.stderr.isTTY });
    });
}
