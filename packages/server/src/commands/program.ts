import { Command } from 'commander';
import { FORMAT_HELP } from '../import/format-help.ts';
import { appCommand, organizationCommand } from './app.ts';
import { controlCommands } from './control-command.ts';
import { keysCommand } from './keys.ts';
import { merchantCommand } from './merchant.ts';

const note = (text: string): boolean => process.stderr.write(text);

/** The whole command line. What only one command needs is loaded when that one runs. */
export function createProgram(env: NodeJS.ProcessEnv, write: (text: string) => void): Command {
  const program = new Command('tillgate')
    .description('The partner API of a point-of-sale back office.')
    .option('--json', 'print JSON, for programs to read');
  program
    .command('serve')
    .description('Serve the API, the merchant-facing host and the operations listener until stopped.')
    .action(async () => (await import('./serve.ts')).serve(env));
  program
    .command('migrate')
    .description('Migrate the database to this version of the program.')
    .action(async () => (await import('./migrate.ts')).migrateCommand(env));
  program
    .command('seed')
    .description('Fill an empty database.')
    .requiredOption('--demo', 'fill it with the demo: an organization, its apps, and merchants with 90 days of sales')
    .option('--day <date>', 'day before which the demo ends, such as 2026-07-01 (default: today in UTC)')
    .action(async ({ day }: { day?: string }) => (await import('./seed.ts')).seedCommand(env, day));
  program
    .command('import')
    .description(
      "Import a merchant's own records: stores, suppliers, taxes, items, opening stock, sales, refunds, voids, open orders, returns.",
    )
    .requiredOption('--company <id>', 'id of the merchant')
    .argument('<file>', 'NDJSON file, plain or gzip, or - for standard input')
    .addHelpText('after', FORMAT_HELP)
    .action(async function importFile(file: string, { company }: { company: string }, command: Command) {
      const { importCommand } = await import('./import.ts');
      const { json = false } = command.optsWithGlobals<{ json?: boolean }>();
      return importCommand(env, company, file, { json, write, note, terminal: process.stderr.isTTY });
    });
  const control = controlCommands(env, write);
  program.addCommand(organizationCommand(control));
  program.addCommand(appCommand(control));
  program.addCommand(merchantCommand(control));
  program.addCommand(keysCommand(control));
  return program;
}
