import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { type Mutant, oneLine, unique } from './mutant.ts';
import { SERVER, subjectOf } from './sources.ts';

/** Mutators that are not used: they change texts, or remove what no developer would forget. */
const EXCLUDED = ['ArrayDeclaration', 'ArrowFunction', 'BlockStatement', 'ObjectLiteral', 'Regex', 'StringLiteral'];

const ignore = () => {};
const never = () => false;

const SILENT = {
  isTraceEnabled: never,
  isDebugEnabled: never,
  isInfoEnabled: never,
  isWarnEnabled: never,
  isErrorEnabled: never,
  isFatalEnabled: never,
  trace: ignore,
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  fatal: ignore,
};

type Found = Awaited<ReturnType<Instrumenter['instrument']>>['mutants'][number];

/**
 * Writes the sources with all mutants into `folder`. A run switches one of them on by its id.
 */
export async function instrument(sources: readonly string[], folder: string): Promise<Mutant[]> {
  const files = sources.map((name) => ({ name, mutate: true, content: readFileSync(new URL(name, SERVER), 'utf8') }));
  const options = { ignorers: [], plugins: null, excludedMutations: EXCLUDED };
  const { files: mutated, mutants } = await new Instrumenter(SILENT).instrument(files, options);
  for (const { name, content } of mutated) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  const texts = new Map(files.map(({ name, content }) => [name, content.split('\n')]));
  return unique(
    mutants.filter(({ status }) => !status).map((found) => mutantOf(found, texts.get(found.fileName) ?? [])),
  );
}

function mutantOf({ id, fileName, location, mutatorName, replacement = '' }: Found, lines: readonly string[]): Mutant {
  const { start, end } = location;
  const original = oneLine(textBetween(lines, start, end));
  const line = oneLine(lines[start.line] ?? '');
  return {
    key: [fileName, line, mutatorName, `${original} → ${oneLine(replacement)}`].join(' | '),
    id,
    kind: 'code',
    subject: subjectOf(fileName),
    place: `${fileName}:${start.line + 1}`,
    operator: mutatorName,
    original,
    replacement: oneLine(replacement),
  };
}

interface Position {
  readonly line: number;
  readonly column: number;
}

function textBetween(lines: readonly string[], start: Position, end: Position): string {
  const taken = lines.slice(start.line, end.line + 1);
  taken.push((taken.pop() ?? '').slice(0, end.column));
  return [(taken.shift() ?? '').slice(start.column), ...taken].join('\n');
}
