import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { CASES } from './cases/index.ts';
import { CHECKS } from './checks/checks.ts';
import { CannotRun, EXIT } from './exit.ts';
import { redact } from './http/redact.ts';
import { NoAnswer } from './http/send.ts';
import { type Print, progress, summary } from './report/console.ts';
import { toHtml } from './report/html/page.ts';
import { toJson } from './report/json.ts';
import { toJunit } from './report/junit.ts';
import { type Case, PLANS, plansIn } from './run/case.ts';
import { readDeviations } from './run/deviations.ts';
import { preflight } from './run/preflight.ts';
import { DEFAULT_RUNS, type RunResult, runCases } from './run/runner.ts';
import { Session } from './run/session.ts';
import { readTarget } from './target/read-target.ts';
import type { OpenTarget, Target } from './target/target.ts';

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

type Run = (work: () => Promise<number>) => Promise<void>;

export const whole = (text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be an integer.');
  return Number(text);
};

/** `exit` receives the exit code, and `own` starts a target for a run that names none. */
export function createProgram(print: Print, exit: (code: number) => void, own?: () => Promise<OpenTarget>): Command {
  const secrets = new Set<string>();
  const safely: Print = (text) => print(redact(text, secrets));
  const run = running(safely, exit);
  const plans = Object.entries(PLANS).map(([name, description]) => `  ${name.padEnd(16)}${description}`);
  return new Command('tillgate-conformance')
    .description('Tests a deployment of the Tillgate partner API against its contract.')
    .version(manifest.version)
    .enablePositionalOptions()
    .option('--base-url <url>', 'the API with its version, such as https://api.example.com/v1')
    .option('--auth-url <url>', 'the host of the consent screen')
    .option('--config <file>', 'apps and merchants of the deployment (target.schema.json)')
    .option('--seed <number>', 'repeats the random requests of an earlier run', whole)
    .option('--runs <number>', 'effort: how many requests of each kind a walk sends at least', whole, DEFAULT_RUNS)
    .option('--plan <names>', 'only these plans, comma-separated')
    .option('--only <text>', 'only cases whose id contains this text')
    .option('--deviations <file>', 'known deviations: a YAML list of case, version, reason and optionally variant')
    .option('--report <folder>', 'folder to write report.html, report.json and junit.xml to')
    .addHelpText(
      'after',
      `\nPlans:\n${plans.join('\n')}\n\nExit codes: 0 passed, 1 failed, 2 could not run, or proves too little.`,
    )
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? EXIT.passed : EXIT.couldNotRun))
    .action((flags: Flags) => run(() => conform(flags, safely, secrets, own)));
}

/** Forwards the exit code, or prints why the run was impossible. An error of the suite is not a failed case either. */
export const running =
  (print: Print, exit: (code: number) => void): Run =>
  async (work) => {
    try {
      exit(await work());
    } catch (error) {
      print(`could not run: ${reasonOf(error)}\n`);
      exit(EXIT.couldNotRun);
    }
  };

function reasonOf(error: unknown): string {
  if (error instanceof CannotRun || error instanceof NoAnswer) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

async function conform(
  flags: Flags,
  print: Print,
  secrets: Set<string>,
  own?: () => Promise<OpenTarget>,
): Promise<number> {
  const cases = chosen(flags);
  const deviations = flags.deviations ? readDeviations(flags.deviations, new Set(CASES.map(({ id }) => id))) : [];
  const { target, stop } = await open(flags, own);
  try {
    const session = new Session(target, CHECKS, secrets);
    await preflight(session);
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
  const plans = plan === undefined ? undefined : plansIn(plan);
  const cases = CASES.filter((one) => (!only || one.id.includes(only)) && (!plans || plans.includes(one.plan)));
  if (cases.length === 0) throw new CannotRun('No case is chosen.');
  return cases;
}

async function open({ config, baseUrl, authUrl }: Flags, own?: () => Promise<OpenTarget>): Promise<OpenTarget> {
  if (config) return { target: readTarget(config, { baseUrl, authUrl }), stop: async () => {} };
  if (baseUrl || authUrl || !own) throw new CannotRun('A deployment needs --config: its apps and merchants.');
  return own();
}

const REPORTS = { 'report.json': toJson, 'junit.xml': toJunit, 'report.html': toHtml };

function report(result: RunResult, target: Target, { report: folder }: Flags, print: Print): void {
  print(summary(result));
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  for (const [name, toReport] of Object.entries(REPORTS)) {
    const file = join(folder, name);
    writeFileSync(file, toReport(result, target));
    print(`${file}\n`);
  }
}
