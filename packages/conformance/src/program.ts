import { Command, InvalidArgumentError } from 'commander';
import { CASES } from './cases/index.ts';
import { NoAnswer } from './http/send.ts';
import { type Print, progress, summary } from './report/console.ts';
import { writeReports } from './report/write-reports.ts';
import { type Case, PLANS } from './run/case.ts';
import { readDeviations } from './run/deviations.ts';
import { CannotRun, EXIT } from './run/outcome.ts';
import { reach } from './run/reach.ts';
import { type RunResult, runCases } from './run/runner.ts';
import { Session } from './run/session.ts';
import { readTarget } from './target/read-target.ts';
import type { Target } from './target/target.ts';

interface Flags {
  readonly baseUrl?: string;
  readonly authUrl?: string;
  readonly config?: string;
  readonly seed?: number;
  readonly runs: number;
  readonly only?: string;
  readonly plan?: string;
  readonly deviations?: string;
  readonly report?: string;
}

const DESCRIPTION =
  'Holds a deployment of the Tillgate partner API against its contract. Without arguments it starts the server of this repository on an empty embedded database.';

const whole = (text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
};

/** `exit` takes the exit code. */
export function createProgram(print: Print, exit: (code: number) => void): Command {
  const program = new Command('tillgate-conformance')
    .description(DESCRIPTION)
    .enablePositionalOptions()
    .option('--base-url <url>', 'the API with its version, such as https://api.example.com/v1')
    .option('--auth-url <url>', 'the host of the consent screen')
    .option('--config <file>', 'apps and merchants of the deployment, as target.schema.json says')
    .option('--seed <number>', 'repeats the random requests of an earlier run', whole)
    .option('--runs <number>', 'random requests of each generated case', whole, 25)
    .option('--plan <names>', 'only these plans, comma-separated')
    .option('--only <text>', 'only cases whose id has this text')
    .option('--deviations <file>', 'known deviations: a list of case, version and reason')
    .option('--report <folder>', 'writes report.html, report.json and junit.xml there')
    .addHelpText('after', '\nExit codes: 0 passed, 1 failed, 2 could not run, or proves too little.')
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? EXIT.passed : EXIT.couldNotRun))
    .action(async (flags: Flags) => exit(await guarded(print, () => conform(flags, print))));
  program
    .command('prove')
    .description('Seeds the catalogue of faults, one at a time, and shows which of them the suite catches.')
    .option('--only <text>', 'only faults whose id has this text')
    .option('--workers <number>', 'processes at work at the same time', whole, 2)
    .option('--database-url <url>', 'an empty PostgreSQL database to try them on, instead of the embedded one')
    .action(async (flags: { only?: string; workers: number; databaseUrl?: string }) => {
      const { prove } = await import('./prove/prove.ts');
      exit(await guarded(print, () => prove(flags, print)));
    });
  return program;
}

async function guarded(print: Print, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CannotRun) && !(error instanceof NoAnswer)) throw error;
    print(`could not run: ${error.message}\n`);
    return EXIT.couldNotRun;
  }
}

async function conform(flags: Flags, print: Print): Promise<number> {
  const cases = chosen(flags);
  const deviations = flags.deviations ? readDeviations(flags.deviations, new Set(CASES.map(({ id }) => id))) : [];
  const { target, stop } = await open(flags);
  try {
    const session = new Session(target);
    await reach(session);
    const seed = flags.seed ?? Date.now() % 1_000_000_000;
    print(`${target.name} at ${target.baseUrl}, seed ${seed}\n`);
    const onOutcome = progress(print, process.stdout.isTTY === true);
    const result = await runCases(session, cases, { seed, runs: flags.runs, deviations, onOutcome });
    report(result, target, flags, print);
    return result.exitCode;
  } finally {
    await stop();
  }
}

function chosen({ only, plan }: Flags): readonly Case[] {
  const plans = plan?.split(',');
  const unknown = plans?.find((name) => !(PLANS as readonly string[]).includes(name));
  if (unknown !== undefined) throw new CannotRun(`There is no plan ${unknown}; the plans are ${PLANS.join(', ')}.`);
  const cases = CASES.filter((one) => (!only || one.id.includes(only)) && (!plans || plans.includes(one.plan)));
  if (cases.length === 0) throw new CannotRun('No case is chosen.');
  return cases;
}

async function open({ config, baseUrl, authUrl }: Flags): Promise<{ target: Target; stop: () => Promise<void> }> {
  if (config) return { target: readTarget(config, { baseUrl, authUrl }), stop: async () => {} };
  if (baseUrl || authUrl) throw new CannotRun('A deployment needs --config: its apps and merchants.');
  const { startEmbedded } = await import('./embedded/embedded-target.ts');
  return startEmbedded();
}

function report(result: RunResult, target: Target, flags: Flags, print: Print): void {
  print(summary(result));
  if (!flags.report) return;
  for (const file of writeReports(flags.report, result, target)) print(`${file}\n`);
}
