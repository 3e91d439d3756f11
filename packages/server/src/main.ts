#!/usr/bin/env node
import { Command } from 'commander';
import { importCommand } from './commands/import.ts';
import { migrateCommand } from './commands/migrate.ts';
import { seedCommand } from './commands/seed.ts';
import { serve } from './commands/serve.ts';
import { StartError } from './errors.ts';
import { FORMAT_HELP } from './import/format.ts';

const program = new Command('tillgate').description('The partner API of a point-of-sale back office.');

program
  .command('serve')
  .description('Serve the API, the web host and the operations listener until stopped.')
  .action(() => serve(process.env));

program
  .command('migrate')
  .description('Bring the database to this version of the program.')
  .action(() => migrateCommand(process.env));

program
  .command('seed')
  .description('Fill an empty database.')
  .requiredOption('--demo', 'with the demo: an organization, its apps, and merchants with a catalogue')
  .action(() => seedCommand(process.env));

program
  .command('import')
  .description(
    "Write a merchant's own records: stores, suppliers, taxes, items, opening stock, sales, refunds, open orders.",
  )
  .requiredOption('--company <id>', 'the merchant')
  .argument('<file>', 'NDJSON, or - for standard input')
  .addHelpText('after', FORMAT_HELP)
  .action((file: string, { company }: { company: string }) => importCommand(process.env, company, file));

try {
  await program.parseAsync();
} catch (error) {
  // What the operator can mend is one line; anything else is ours, with its stack.
  process.stderr.write(error instanceof StartError ? `tillgate: ${error.message}\n` : `${(error as Error).stack}\n`);
  process.exit(1);
}
