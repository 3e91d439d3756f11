import type { Change } from './changes.ts';
import type { Touched } from './usage.ts';

export interface Verdict {
  changes: readonly Change[];
  /** Reasons keyed by the ids of approved changes. */
  approvals: ReadonlyMap<string, string>;
  /** True if the text of the contract differs at all. */
  edited: boolean;
  /** Apps that a breaking change may affect, if their usage is known. */
  touched?: Touched | undefined;
}

export function unapproved({ changes, approvals }: Verdict): Change[] {
  return changes.filter(({ id, breaking }) => breaking && !approvals.has(id));
}

interface Markup {
  heading(text: string): string;
  line(text: string): string;
  detail(text: string): string;
  id(text: string): string;
}

const PLAIN: Markup = {
  heading: (text) => text,
  line: (text) => `  ${text}`,
  detail: (text) => `      ${text}`,
  id: (text) => text,
};

const MARKDOWN: Markup = {
  heading: (text) => `### ${text}\n`,
  line: (text) => `- ${text}`,
  detail: (text) => `  - ${text}`,
  id: (text) => `\`${text.replaceAll('`', "'")}\``,
};

export function report(verdict: Verdict, style: 'text' | 'markdown'): string {
  const markup = style === 'markdown' ? MARKDOWN : PLAIN;
  const { changes, edited } = verdict;
  if (changes.length === 0) return edited ? 'Only wording or examples have changed.' : 'The contract has not changed.';
  const breaking = changes.filter((change) => change.breaking);
  const harmless = changes.filter((change) => !change.breaking);
  return [
    section('Breaking', breaking, verdict, markup),
    section('Not breaking', harmless, verdict, markup),
    advice(verdict, markup),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function section(title: string, changes: Change[], { approvals, touched }: Verdict, markup: Markup): string {
  if (changes.length === 0) return '';
  const lines = changes.flatMap((change) => {
    const { id, reaches, breaking } = change;
    const reason = approvals.get(id);
    return [
      markup.line(markup.id(id)),
      ...(reaches.length === 0 ? [] : [markup.detail(`in ${summary(reaches)}`)]),
      ...(breaking && touched ? touched(change).map((sentence) => markup.detail(sentence)) : []),
      ...(reason === undefined ? [] : [markup.detail(`approved: ${reason}`)]),
    ];
  });
  return [markup.heading(`${title} (${changes.length})`), ...lines].join('\n');
}

function summary(places: string[]): string {
  const shown = places.slice(0, 5).join('; ');
  return places.length <= 5 ? shown : `${shown}; and ${places.length - 5} more`;
}

function advice(verdict: Verdict, markup: Markup): string {
  const open = unapproved(verdict).length;
  if (open === 0) return '';
  const what = open === 1 ? '1 breaking change is' : `${open} breaking changes are`;
  return `${what} not approved. To approve one, add its line as an id, with the reason, to ${markup.id('openapi/approved-breaking.yaml')}.`;
}
