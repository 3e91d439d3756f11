import { Command } from 'commander';
import type { DataLoad } from './load-data.ts';
import type { CommandLine } from './operation-command.ts';
import { id } from './parameters.ts';

const HELP = `
The file is CSV, whose first row names the columns, or NDJSON with an item on each
line; both in UTF-8. Columns have the names of an item's properties, such as
externalId, name, price and barcodes. Lists are separated by |. An empty cell is
left out.

An item is found by its externalId, or by its itemCode in a file without one, and
changed to what the row states; other rows create items. So a file can be loaded
again, and an interrupted load continues when it is run again. The server has to
run: the items go through its API, and count in the app's rate limit.`;

/** The command that loads a file of items through the API. */
export const dataLoadCommand = ({ env, write }: CommandLine): Command =>
  new Command('load')
    .description('Load items of a sandbox merchant from a CSV or NDJSON file, as one of its apps would.')
    .argument('<file>', 'CSV or NDJSON file, or - for standard input')
    .requiredOption('--merchant <id>', 'id of the sandbox merchant', id)
    .option('--app <id>', 'app that writes them (default: the only FULL app of the organization)', id)
    .option('--dry-run', 'show what each column becomes and which rows would fail; store nothing')
    .addHelpText('after', HELP)
    .action(async (file: string, options: DataLoad, command: Command) => {
      const { json = false } = command.optsWithGlobals<{ json?: boolean }>();
      const note = (text: string): boolean => process.stderr.write(text);
      const { loadData } = await import('./load-data.ts');
      await loadData(env, file, options, { json, write, note, terminal: process.stderr.isTTY });
    });
