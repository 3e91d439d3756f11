import fc from 'fast-check';
import type { Finding } from '../../checks/finding.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import { codeOf, Stopped } from '../../engine/expectations.ts';
import { Unavailable } from '../../engine/unavailable.ts';
import { toCurl } from '../../http/curl.ts';
import { type Answer, NoAnswer } from '../../http/send.ts';
import { CommandSequence } from './commands.ts';

/** Random sequences of commands, each compared with a model. Reports only the shortest failing one. */

/** The system under test and its model. Throws a Mismatch if a response differs from the prediction. */
export interface Model<Command> {
  run(command: Command): Promise<void>;
  /** After the last command, compares everything with the model once more. */
  checkInvariants(): Promise<void>;
  /** Executed commands, in words. */
  readonly history: readonly string[];
}

/** A response that the model does not predict. */
export class Mismatch extends Error {
  readonly answer: Answer | undefined;
  /** Prefix of the requirement ids of the resource at fault; undefined if it may be any. */
  family: string | undefined;

  constructor(message: string, answer?: Answer) {
    super(message);
    this.answer = answer;
  }
}

/** Assigns a family to the mismatches found by `work`. */
export async function withFamily(family: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Mismatch) error.family ??= family;
    throw error;
  }
}

const FAMILIES = ['purchases', 'transfers', 'adjustments'];

/** Adds a finding for the case's requirements, except those of other resources. */
export function noteMismatch(t: CaseContext, { message, answer, family }: Mismatch, more = ''): void {
  const others = FAMILIES.filter((one) => family !== undefined && one !== family).map((one) => `${one}.`);
  const requirements = t.proves.filter((id) => !others.some((begin) => id.startsWith(begin)));
  t.findings.push({ requirements, severity: 'must', message: message + more, answer });
}

export interface Sequences<Command> {
  readonly command: fc.Arbitrary<Command>;
  /** Sequences that are always run, whatever the seed. */
  readonly examples: readonly (readonly Command[])[];
  readonly longest: number;
  readonly newModel: () => Promise<Model<Command>>;
}

/** Maximum number of attempts to shrink a sequence. Each starts over with new records. */
const MOST_ATTEMPTS = 40;

const FEWEST = 2;

/** Runs the examples and then random sequences; reports the shortest one that fails. */
export async function checkSequences<Command>(t: CaseContext, sequences: Sequences<Command>): Promise<void> {
  const { command, examples, longest, newModel: open } = sequences;
  const attempts = new Attempts(t, open);
  const details = await fc.check(
    fc.asyncProperty(new CommandSequence(command, longest), (drawn) => attempts.run(drawn)),
    {
      seed: t.seed,
      numRuns: examples.length + Math.max(FEWEST, Math.ceil(t.runs / 5)),
      examples: examples.map((example) => [[...example]] as [Command[]]),
    },
  );
  attempts.report(details.numShrinks);
}

interface Failure {
  readonly findings: readonly Finding[];
  readonly history: readonly string[];
}

/** Stores the last failure; while shrinking, that is the smallest one. */
class Attempts<Command> {
  readonly #t: CaseContext;
  readonly #open: () => Promise<Model<Command>>;
  #failure: Failure | undefined;
  #made = 0;
  #broken: Error | undefined;

  constructor(t: CaseContext, open: () => Promise<Model<Command>>) {
    this.#t = t;
    this.#open = open;
  }

  async run(commands: readonly Command[]): Promise<void> {
    if (this.#failure) this.#made += 1;
    if (this.#broken || this.#made > MOST_ATTEMPTS) return;
    const noted = this.#t.findings.length;
    const history: string[] = [];
    const mismatch = await this.#runOnce(commands, noted, history);
    const others = this.#t.findings.splice(noted);
    if (mismatch) noteMismatch(this.#t, mismatch);
    const findings = [...this.#t.findings.splice(noted), ...others];
    if (findings.length === 0 || this.#broken) return;
    this.#failure = { findings, history };
    throw new Error('not as the model predicts');
  }

  async #runOnce(commands: readonly Command[], noted: number, history: string[]): Promise<Mismatch | undefined> {
    let model: Model<Command> | undefined;
    try {
      model = await this.#open();
      for (const one of commands) {
        await model.run(one);
        if (this.#t.findings.length > noted) return undefined;
      }
      await model.checkInvariants();
    } catch (error) {
      return this.#mismatchOf(error as Error);
    } finally {
      history.push(...(model?.history ?? []));
    }
    return undefined;
  }

  #mismatchOf(error: Error): Mismatch | undefined {
    if (error instanceof Mismatch) return error;
    if (error instanceof Unavailable || error instanceof NoAnswer) this.#broken = error;
    else if (!(error instanceof Stopped)) return new Mismatch(`the response cannot be read: ${error.message}`);
    return undefined;
  }

  report(shrinks: number): void {
    if (this.#broken) throw this.#broken;
    if (!this.#failure) return;
    const { findings, history } = this.#failure;
    const commands = history.map((text, i) => `  ${i + 1}. ${text}`).join('\n');
    const context = `after\n${commands}\n(seed ${this.#t.seed}, shrunk ${shrinks} times)`;
    for (const [i, finding] of findings.entries()) {
      const { message, answer } = finding;
      const curl = answer ? `\n${toCurl(answer.sent)}` : '';
      this.#t.findings.push(i === 0 ? { ...finding, message: `${message} ${context}${curl}` } : finding);
    }
  }
}

/** Formats an outcome for reports: `409 partner.state_conflict`. */
export const outcomeOf = (answer: Answer): string =>
  answer.status < 400 ? `${answer.status}` : `${answer.status} ${codeOf(answer)}`;

/** Asserts that the outcome is one of these. */
export function expectOutcome(answer: Answer, expected: readonly string[]): void {
  const got = outcomeOf(answer);
  const { method, url } = answer.sent;
  if (!expected.includes(got))
    throw new Mismatch(
      `${method} ${new URL(url).pathname} answered ${got} instead of ${expected.join(' or ')}`,
      answer,
    );
}
