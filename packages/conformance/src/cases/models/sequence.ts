import fc from 'fast-check';
import type { CaseContext } from '../../engine/case-context.ts';
import { codeOf, Stopped } from '../../engine/expectations.ts';
import type { Finding } from '../../engine/outcome.ts';
import { Unavailable } from '../../engine/unavailable.ts';
import { toCurl } from '../../http/curl.ts';
import { type Answer, NoAnswer } from '../../http/send.ts';
import { Steps } from './steps.ts';

/** Random sequences of steps, each held against a model; of those that fail only the shortest is told. */

/** What one sequence acts on. It throws a Departure where an answer is not what its model predicts. */
export interface World<Step> {
  take(step: Step): Promise<void>;
  /** Holds everything against the model once more, after the last step. */
  settle(): Promise<void>;
  /** What was done, in words. */
  readonly story: readonly string[];
}

/** An answer that the model does not predict. */
export class Departure extends Error {
  readonly answer: Answer | undefined;
  /** The resource that departs, as the ids of its requirements begin; undefined where it may be any. */
  family: string | undefined;

  constructor(message: string, answer?: Answer) {
    super(message);
    this.answer = answer;
  }
}

/** Names the resource in what departs while it is worked on. */
export async function about(family: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Departure) error.family ??= family;
    throw error;
  }
}

const FAMILIES = ['purchases', 'transfers', 'adjustments'];

/** Notes a departure against the requirements of a case, but for those of other resources. */
export function noteDeparture(t: CaseContext, { message, answer, family }: Departure, more = ''): void {
  const others = FAMILIES.filter((one) => family !== undefined && one !== family).map((one) => `${one}.`);
  const requirements = t.proves.filter((id) => !others.some((begin) => id.startsWith(begin)));
  t.findings.push({ requirements, severity: 'must', message: message + more, answer });
}

export interface Sequences<Step> {
  readonly step: fc.Arbitrary<Step>;
  /** Sequences that are run whatever the seed. */
  readonly tours: readonly (readonly Step[])[];
  readonly longest: number;
  readonly open: () => Promise<World<Step>>;
}

/** Every sequence begins anew and makes its own records, so that no more than these are tried to shorten one. */
const MOST_ATTEMPTS = 40;

const FEWEST = 2;

/** Runs the tours and then random sequences; notes the shortest that the model does not hold for. */
export async function holdSequences<Step>(t: CaseContext, sequences: Sequences<Step>): Promise<void> {
  const { step, tours, longest, open } = sequences;
  const attempts = new Attempts(t, open);
  const details = await fc.check(
    fc.asyncProperty(new Steps(step, longest), (drawn) => attempts.run(drawn)),
    {
      seed: t.seed,
      numRuns: tours.length + Math.max(FEWEST, Math.ceil(t.runs / 5)),
      examples: tours.map((tour) => [[...tour]] as [Step[]]),
    },
  );
  attempts.report(details.numShrinks);
}

interface Failure {
  readonly findings: readonly Finding[];
  readonly story: readonly string[];
}

/** Keeps the last failure, which while it is being shrunk is the smallest. */
class Attempts<Step> {
  readonly #t: CaseContext;
  readonly #open: () => Promise<World<Step>>;
  #failure: Failure | undefined;
  #made = 0;
  #broken: Error | undefined;

  constructor(t: CaseContext, open: () => Promise<World<Step>>) {
    this.#t = t;
    this.#open = open;
  }

  async run(steps: readonly Step[]): Promise<void> {
    if (this.#failure) this.#made += 1;
    if (this.#broken || this.#made > MOST_ATTEMPTS) return;
    const noted = this.#t.findings.length;
    const story: string[] = [];
    const departure = await this.#live(steps, noted, story);
    const others = this.#t.findings.splice(noted);
    if (departure) noteDeparture(this.#t, departure);
    const findings = [...this.#t.findings.splice(noted), ...others];
    if (findings.length === 0 || this.#broken) return;
    this.#failure = { findings, story };
    throw new Error('not as the model predicts');
  }

  async #live(steps: readonly Step[], noted: number, story: string[]): Promise<Departure | undefined> {
    let world: World<Step> | undefined;
    try {
      world = await this.#open();
      for (const one of steps) {
        await world.take(one);
        if (this.#t.findings.length > noted) return undefined;
      }
      await world.settle();
    } catch (error) {
      return this.#departureOf(error as Error);
    } finally {
      story.push(...(world?.story ?? []));
    }
    return undefined;
  }

  #departureOf(error: Error): Departure | undefined {
    if (error instanceof Departure) return error;
    if (error instanceof Unavailable || error instanceof NoAnswer) this.#broken = error;
    else if (!(error instanceof Stopped)) return new Departure(`the answer cannot be read: ${error.message}`);
    return undefined;
  }

  report(shrinks: number): void {
    if (this.#broken) throw this.#broken;
    if (!this.#failure) return;
    const { findings, story } = this.#failure;
    const steps = story.map((text, i) => `  ${i + 1}. ${text}`).join('\n');
    const told = `after\n${steps}\n(seed ${this.#t.seed}, shrunk ${shrinks} times)`;
    for (const [i, finding] of findings.entries()) {
      const { message, answer } = finding;
      const curl = answer ? `\n${toCurl(answer.sent)}` : '';
      this.#t.findings.push(i === 0 ? { ...finding, message: `${message} ${told}${curl}` } : finding);
    }
  }
}

/** As reports show it: `409 partner.state_conflict`. */
export const outcomeOf = (answer: Answer): string =>
  answer.status < 400 ? `${answer.status}` : `${answer.status} ${codeOf(answer)}`;

/** The answer is one of these. */
export function due(answer: Answer, expected: readonly string[]): void {
  const got = outcomeOf(answer);
  const { method, url } = answer.sent;
  if (!expected.includes(got))
    throw new Departure(
      `${method} ${new URL(url).pathname} answered ${got} instead of ${expected.join(' or ')}`,
      answer,
    );
}
