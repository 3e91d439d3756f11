import type { Requirement, Severity } from './requirement.ts';

/** A rule of docs/behaviour.md, with the line of its id and the names in backticks, such as `post` in `post=true`. */
export interface Rule extends Requirement {
  readonly line: number;
  readonly names: ReadonlySet<string>;
}

/** Ids in brackets at the end of a rule, with its severity unless it is a must: [`lists.cursor`, extension]. */
const MARK = /\[(`[^\]]*)\](?!\()/g;
const NAME = /`([A-Za-z][\w-]*)(?:=[^`]*)?`/g;
const HEADING = /^#+ (.*)/;
const BLOCKS = /\n(?=\n|- |#)/;

/** Parses the rules of docs/behaviour.md. The text of a rule begins after the one before it in its paragraph. */
export function parseRules(markdown: string): readonly Rule[] {
  const rules = new Map<string, Rule>();
  let subject = '';
  let line = 1;
  for (const block of markdown.split(BLOCKS)) {
    subject = HEADING.exec(block)?.[1] ?? subject;
    for (const rule of rulesOf(block, subject, line)) {
      const same = rules.get(rule.id);
      if (same) throw wrong(rule.line, `the id ${rule.id} is at line ${same.line} too`);
      rules.set(rule.id, rule);
    }
    line += linesIn(block) + 1;
  }
  return [...rules.values()];
}

function rulesOf(block: string, subject: string, firstLine: number): Rule[] {
  let end = 0;
  return [...block.matchAll(MARK)].flatMap((mark) => {
    const sentence = block.slice(end, mark.index);
    const text = textOf(sentence);
    const names = new Set([...sentence.matchAll(NAME)].map(([, name = '']) => name));
    const line = firstLine + linesIn(block.slice(0, mark.index));
    if (text === '') throw wrong(line, `${mark[0]} follows no rule`);
    end = mark.index + mark[0].length;
    const { ids, severity } = read(mark[1] ?? '', line);
    return ids.map((id) => ({ id, subject, text, severity, line, names }));
  });
}

function read(mark: string, line: number): { ids: string[]; severity: Severity } {
  const words = mark.split(/,\s+/);
  const last = words.at(-1);
  const severity = last === 'should' || last === 'extension' ? last : 'must';
  const names = severity === 'must' ? words : words.slice(0, -1);
  const ids = names.map((name) => /^`(\w+(?:\.\w+)*)`$/.exec(name)?.[1]);
  if (ids.includes(undefined)) throw wrong(line, `[${mark}] is not ids with should, extension or nothing after them`);
  return { ids: ids as string[], severity };
}

/** A sentence without Markdown. A code at its beginning keeps its case. */
function textOf(markdown: string): string {
  const clause = markdown.replace(/^[-.,;:\s]+(and\s)?/, '').trim();
  const sentence = clause && `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;
  return sentence.replaceAll('`', '').replaceAll(/\s+/g, ' ');
}

const linesIn = (text: string): number => text.split('\n').length - 1;

const wrong = (line: number, message: string): Error => new Error(`docs/behaviour.md:${line}: ${message}`);
