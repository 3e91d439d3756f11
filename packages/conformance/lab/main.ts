import { CannotRun, EXIT } from '../src/exit.ts';
import { redact } from '../src/http/redact.ts';
import { createProgram, running, whole } from '../src/program.ts';
import type { OpenTarget } from '../src/target/target.ts';
import { type BlameOptions, blame } from './blame/blame.ts';
import { type MutateOptions, mutate } from './mutate/mutate.ts';
import { type WorthOptions, worth } from './search/worth.ts';
import { type ArrangeOptions, arrangeDatabase } from './server/arrange-database.ts';
import { startEmbeddedProcess } from './server/embedded-process.ts';
import { startRoles } from './server/roles-target.ts';

/** Adds the commands that need this repository's server. */

const print = (text: string): void => void process.stdout.write(redact(text));
const exit = (code: number): void => {
  process.exitCode = code;
};
const run = running(print, exit);

interface Chosen {
  readonly mutate?: number;
  readonly blame?: boolean;
  readonly specification?: number;
}

/** Starts a server for a run that names no target. */
const startOwn = async (): Promise<OpenTarget> => {
  const { shape, databaseUrl, cellUrl } = program.opts<{ shape?: string; databaseUrl?: string; cellUrl?: string }>();
  if (shape === 'roles') return startRoles(databaseUrl, cellUrl);
  if (shape !== 'one') throw new CannotRun('--shape must be one or roles.');
  return startEmbeddedProcess(print);
};

const program = createProgram(print, exit, startOwn);
program
  .option('--shape <shape>', 'shape of the server to start: one process, or roles', 'one')
  .option('--database-url <url>', 'for --shape roles: an empty PostgreSQL database, whose name ends in _test')
  .option('--cell-url <url>', 'for --shape roles: another database, for a second cell of the region UK')
  .addHelpText(
    'after',
    'Without --config it starts the server of this repository: on an empty embedded database, or as gateway, regions and web host.',
  );
program
  .command('prove')
  .description('Tries faults of the server, one at a time, and reports which of them the suite catches.')
  .option(
    '--mutate <seed>',
    "tries mutants of the server's sources, statements or responses, drawn by this seed",
    whole,
  )
  .option('--blame', 'tries the faults of blame.yaml, each of which has to be blamed on its rule')
  .option(
    '--specification <seed>',
    'tries mutants of the specification behind the test double, to tell what each case is worth',
    whole,
  )
  .option(
    '--only <text>',
    'only cases (--specification) or rules (--blame) that contain one of these texts, comma-separated',
  )
  .option('--again <files>', 'tries the mutants that earlier runs with --mutate and --out caught, comma-separated')
  .option(
    '--of <groups>',
    'for --mutate: api, pages, webhooks, blocks or wire, comma-separated',
    'api,pages,webhooks,blocks',
  )
  .option('--count <number>', 'for --mutate: number of mutants', whole, 100)
  .option('--seconds <number>', 'processor time for each fault', whole, 200)
  .option('--plan <names>', 'for --mutate: only cases of these plans, comma-separated')
  .option('--workers <number>', 'number of worker processes', whole, 2)
  .option('--database-url <url>', 'an empty PostgreSQL database to use instead of the embedded one')
  .option('--out <file>', 'file for every trial with the message of the case that caught it, as JSON')
  .option('--page <file>', 'for --mutate: file for the share by area and the uncaught mutants, as Markdown')
  .action(
    ({
      mutate: seed,
      blame: isBlame,
      specification,
      ...options
    }: MutateOptions & BlameOptions & WorthOptions & Chosen) =>
      run(() => {
        if (isBlame) return blame(options, print);
        if (specification !== undefined) return worth({ ...options, seed: specification }, print);
        if (seed === undefined && !options.again)
          throw new CannotRun('Choose --blame, --mutate <seed> or --again <files>.');
        return mutate({ ...options, seed: seed ?? 0 }, print);
      }),
  );
program
  .command('arrange')
  .description(
    'Writes what a run needs into the database of the settings (DATABASE_URL …), and the configuration of that run.',
  )
  .option('--out <file>', 'file for the configuration with every credential', 'target.json')
  .option('--spares <number>', 'number of apps that share the calls with the main one', whole, 12)
  .option('--receiver <url>', 'address that leads to the machine of the run, for webhooks, such as http://localhost')
  .option('--receiver-port <number>', 'the port of that machine, if the address has another', whole)
  .action((options: ArrangeOptions) =>
    run(async () => {
      await arrangeDatabase(process.env, options);
      print(`${options.out} is written: tillgate-conformance --config ${options.out}\n`);
      return EXIT.passed;
    }),
  );

await program.parseAsync();
