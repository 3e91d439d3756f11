import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { CannotRun, EXIT } from '../../src/exit.ts';
import { withoutSecrets } from '../../src/http/redact.ts';
import type { Print } from '../../src/report/console.ts';
import { WHOLE_ANSWERS } from '../../src/report/whole-answers.ts';
import type { Case } from '../../src/run/case.ts';
import { inFolder } from '../mutate/jobs.ts';
import { judges } from '../mutate/judge.ts';
import type { Mutant } from '../mutate/mutant.ts';
import { arrangeSource } from '../mutate/scene-copies.ts';
import { type TrialOptions, type Tried, tryAll } from '../mutate/trials.ts';
import { UNSENT } from '../mutate/try-mutant.ts';

export interface BlameOptions extends TrialOptions {
  /** Texts of which a rule has to contain one, comma-separated. */
  readonly only?: string | undefined;
}

/** The faults of `blame.yaml` as mutants, whose subject is the rule that each breaks. */
export const readBlame = (): Mutant[] =>
  (parse(readFileSync(new URL('./blame.yaml', import.meta.url), 'utf8')) as string[][]).map(
    ([rule = '', place = '', original = '', replacement = '']) => {
      const key = place === 'wire' ? original : [place, original, replacement].join(' | ');
      const kind = place === 'wire' ? 'wire' : 'text';
      return { key, id: key, kind, subject: rule, place, operator: 'text exchanged', original, replacement };
    },
  );

/**
 * Tries the faults of `blame.yaml`, and prints which rule the suite blames for each. Returns the exit code: a failure
 * unless the first rule named is each time the one that the fault breaks.
 */
export async function blame({ only = '', workers, seconds, databaseUrl, out }: BlameOptions, print: Print) {
  const faults = readBlame().filter(({ subject }) => only.split(',').some((text) => subject.includes(text)));
  if (faults.length === 0) throw new CannotRun('No rule matches --only.');
  const reached = faults.map((mutant) => ({ mutant, cases: likeliestFirst(mutant).map(({ id }) => id) }));
  const trials = await inFolder(async (folder) => {
    const source = await arrangeSource(folder, databaseUrl);
    return tryAll(reached, { source, workers, seconds, wire: false }, (tried) => print(`${lineOf(tried)}\n`));
  });
  const blamed = trials.map((tried) => ({ ...tried, blamed: verdictOf(tried) }));
  if (out) writeFileSync(out, JSON.stringify(withoutSecrets(blamed), null, 2));
  print(summaryOf(trials));
  return trials.every((tried) => verdictOf(tried) === 'right') ? EXIT.passed : EXIT.failed;
}

/**
 * Cases that are about the rule or the operation come first, but those of concurrent requests last, as one request shows a
 * fault better.
 */
function likeliestFirst({ subject: rule, kind, original }: Mutant): Case[] {
  const about = kind === 'wire' ? (original.split(' ')[0] ?? '') : (rule.split('.')[0] ?? '').replace(/s$/, '');
  const plain = (text: string): string => text.replaceAll(/[-_]/g, '').toLowerCase();
  const rankOf = ({ id, proves }: Case): number => {
    if (proves[0] === rule) return 0;
    if (id.startsWith('concurrent.')) return 4;
    const isShown = Object.entries(WHOLE_ANSWERS).some(
      ([begin, rules]) => id.startsWith(begin) && rules.includes(rule),
    );
    return isShown || proves.includes(rule) ? 1 : plain(id).includes(plain(about)) ? 2 : 3;
  };
  return judges().toSorted((one, other) => rankOf(one) - rankOf(other));
}

const VERDICTS = ['right', 'another rule', 'survived', 'idle', 'broken'] as const;

/** `idle` if the fault changed nothing that was sent, `broken` if the server did not start or ended. */
function verdictOf({ verdict, mutant, names, said }: Tried): (typeof VERDICTS)[number] {
  if (names) return names[0] === mutant.subject ? 'right' : 'another rule';
  if (verdict !== 'survived') return 'broken';
  return said === UNSENT ? 'idle' : 'survived';
}

const lineOf = (tried: Tried): string => {
  const { mutant, names = [], by, said = '' } = tried;
  const named = names.slice(0, 5).join(', ');
  return [verdictOf(tried).padEnd(12), mutant.subject.padEnd(40), named, by ? `by ${by}` : said].join(' ');
};

function summaryOf(trials: readonly Tried[]): string {
  const [right, another, survived, idle, broken] = VERDICTS.map(
    (verdict) => trials.filter((tried) => verdictOf(tried) === verdict).length,
  );
  const among = trials.filter(({ mutant, names }) => names?.includes(mutant.subject)).length;
  return [
    '',
    `${right} of ${trials.length} faults are blamed on the rule that they break, ${another} on another ` +
      `(${among} name it at all); ${survived} survived, ${idle} changed nothing, ${broken} stopped the server.`,
    '',
  ].join('\n');
}
