import { CannotRun, EXIT } from '../src/exit.ts';
import { redact } from '../src/http/redact.ts';
import { createProgram, running, whole } from '../src/program.ts';
import type { OpenTarget } from '../src/target/target.ts';
import { type ArrangeOptions, arrangeDatabase } from './embedded/arrange-database.ts';
import { startEmbeddedProcess } from './embedded/embedded-process.ts';
import { type MutateOptions, mutate } from './prove/mutate/mutate.ts';
import { type ProveOptions, prove } from './prove/prove.ts';
import { startRoles } from './roles/roles-target.ts';

/** Adds the commands that need this repository's server. */

const print = (text: string): void => void process.stdout.write(redact(text));
const exit = (code: number): void => {
  process.exitCode = code;
};
const run = running(print, exit);

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
  .description('Tries the catalogue of faults, one at a time, and reports which of them the suite catches.')
  .option('--only <text>', 'only faults whose id contains one of these texts, comma-separated')
  .option(
    '--mutate <seed>',
    "tries mutants of the server's sources, drawn by this seed, instead of the catalogue",
    whole,
  )
  .option('--again <files>', 'tries the mutants that earlier runs with --mutate and --out caught, comma-separated')
  .option('--count <number>', 'for --mutate: number of mutants', whole, 100)
  .option('--seconds <number>', 'for --mutate: processor time for each mutant', whole, 200)
  .option('--plan <names>', 'for --mutate: only cases of these plans, comma-separated')
  .option('--workers <number>', 'number of worker processes', whole, 2)
  .option('--database-url <url>', 'an empty PostgreSQL database to use instead of the embedded one')
  .option('--out <file>', 'file for every trial with the message of the case that caught it, as JSON')
  .option('--page <file>', 'file for the result by subject and the uncaught faults, as Markdown')
  .action(
    ({
      mutate: seed,
      ...options
    }: ProveOptions & Pick<MutateOptions, 'count' | 'seconds' | 'plan' | 'again'> & { mutate?: number }) =>
      run(() =>
        seed === undefined && options.again === undefined
          ? prove(options, print)
          : mutate({ ...options, seed: seed ?? 0 }, print),
      ),
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
