import type { Mutant } from './mutant.ts';
import { areaOf } from './sources.ts';
import type { Tried } from './trials.ts';
import type { MutantVerdict } from './try-mutant.ts';

export interface MutationResult {
  readonly seed: number;
  /** Plans whose cases were the judge; undefined if all were. */
  readonly plan?: string | undefined;
  /** How many mutants a run of the suite reaches. */
  readonly reached: number;
  readonly trials: readonly Tried[];
  /** Cases that fail without a mutant. */
  readonly failed: readonly string[];
  /** Drawn mutants that no response can show. */
  readonly setApart: readonly { readonly mutant: Mutant; readonly reason: string }[];
}

const VERDICTS: readonly MutantVerdict[] = ['caught', 'crashed', 'survived', 'timed out', 'at once'];

const having = (trials: readonly Tried[], ...verdicts: MutantVerdict[]): Tried[] =>
  trials.filter(({ verdict }) => verdicts.includes(verdict));

/** The share that is caught. Any client notices a service that answers 5xx or does not start, so these do not count. */
export function shareOf(trials: readonly Tried[]): { caught: number; of: number; percent: string } {
  const caught = having(trials, 'caught').length;
  const of = trials.length - having(trials, 'crashed', 'at once').length;
  return { caught, of, percent: of === 0 ? '–' : ((caught / of) * 100).toFixed(1) };
}

export const lineOf = (tried: Tried): string => [tried.verdict.padEnd(9), tried.mutant.key, resultOf(tried)].join('  ');

function resultOf({ verdict, by, names = [], said = '', once = [], cases, of }: Tried): string {
  if (verdict === 'caught') return `by ${by} (${names.join(', ')}) after ${cases} of ${of} cases`;
  if (verdict === 'survived') {
    const failedOnce = once.length > 0 ? `. Failed once: ${once.join(', ')}` : '';
    return `after ${cases} of ${of} cases${failedOnce}${said && `. ${said}`}`;
  }
  const [message = ''] = said.split('\n');
  return by ? `${by}: ${message}` : message;
}

export function summaryOf({ seed, reached, trials, setApart, failed }: MutationResult): string {
  const { caught, of, percent } = shareOf(trials);
  const counts = VERDICTS.map((verdict) => `${having(trials, verdict).length} ${verdict}`).join(', ');
  const areas = [...Map.groupBy(trials, ({ mutant }) => areaOf(mutant))].map(([area, own]) => {
    const { percent: share, ...part } = shareOf(own);
    return `${area} ${part.caught} of ${part.of} (${share} %)`;
  });
  return [
    '',
    `Seed ${seed}: ${caught} of ${of} mutants caught (${percent} %), each by a case that compared a response and names a requirement.`,
    `${trials.length} of ${reached} that the suite reaches were tried: ${counts}. ${setApart.length} were set apart, because no response can show them.`,
    'Any client notices a server that crashed or ended at once, so these are left out of the share.',
    `By area: ${areas.sort().join(', ')}.`,
    ...failed.map((one) => `- fails without a mutant: ${one}`),
    '',
  ].join('\n');
}

/** The result as a Markdown page. */
export function toMutationPage(result: MutationResult): string {
  const { seed, plan, trials, setApart } = result;
  return [
    '# Mutants of the server that the conformance suite catches',
    summaryOf(result),
    `\`pnpm conformance:prove --mutate ${seed} --count ${trials.length}${plan ? ` --plan ${plan}` : ''}\` repeats this.`,
    '',
    ...table(trials),
    ...section('Survived', having(trials, 'survived', 'timed out').map(described)),
    ...section('Crashed only', having(trials, 'crashed').map(described)),
    ...section('At once', having(trials, 'at once').map(described)),
    ...section(
      'Set apart',
      setApart.map(({ mutant, reason }) => `${changeOf(mutant)}: ${reason}`),
    ),
    '',
  ].join('\n');
}

/** A table by area, and below it one by subject. */
function table(trials: readonly Tried[]): string[] {
  const by = (name: string, of: (mutant: Mutant) => string) => [
    `| ${name} | mutants | ${VERDICTS.join(' | ')} | share |`,
    `| --- |${' ---: |'.repeat(VERDICTS.length + 2)}`,
    ...[...Map.groupBy(trials, ({ mutant }) => of(mutant))]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([group, own]) => row(group, own)),
  ];
  return [...by('area', areaOf), row('**all**', trials), '', ...by('subject', ({ subject }) => subject)];
}

function row(name: string, trials: readonly Tried[]): string {
  const counts = VERDICTS.map((verdict) => having(trials, verdict).length);
  return `| ${[name, trials.length, ...counts, `${shareOf(trials).percent} %`].join(' | ')} |`;
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines.map((line) => `- ${line}`)];

const described = (tried: Tried): string => `${changeOf(tried.mutant)}: ${resultOf(tried)}`;

const changeOf = ({ place, operator, original, replacement }: Mutant): string =>
  `\`${place}\` (${operator}): ${code(original)} → ${code(replacement)}`;

/** Text as inline code, whatever quotes it contains. */
function code(text: string): string {
  const shown = text.length > 160 ? `${text.slice(0, 160)}…` : text;
  return shown.includes('`') ? `\`\` ${shown} \`\`` : `\`${shown}\``;
}
