import { readFileSync } from 'node:fs';
import type { Mutant } from './mutant.ts';
import type { SentStatement } from './sent-statements.ts';
import { SERVER } from './sources.ts';

/** Mutants that exchange a given text: of a source, where it occurs once, or of the statements that a name stands for. */

type Exchange = Pick<Mutant, 'place' | 'original' | 'replacement'>;

export const isOfSource = ({ place }: Exchange): boolean => place.endsWith('.ts');

export function mutatedSource({ place, original, replacement }: Exchange): string {
  const parts = readFileSync(new URL(place, SERVER), 'utf8').split(original);
  if (parts.length !== 2) throw new Error(`${place} has ${parts.length - 1} places with ${original}`);
  return parts.join(replacement);
}

/** The statement with the other text, or as it is if it has another name. Texts between slashes are regular expressions. */
export function mutatedStatement({ place, original, replacement }: Exchange, { name, text }: SentStatement): string {
  const named = patternOf(place) ?? new RegExp(`^${place.replaceAll('.', '\\.').replaceAll('*', '.*')}$`);
  if (!named.test(name)) return text;
  const searched = patternOf(original, 'g');
  return searched ? text.replaceAll(searched, replacement) : text.replaceAll(original, () => replacement);
}

function patternOf(text: string, flags = ''): RegExp | undefined {
  const [, source] = /^\/(.+)\/$/s.exec(text) ?? [];
  return source === undefined ? undefined : new RegExp(source, flags);
}
