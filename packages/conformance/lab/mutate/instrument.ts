import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { type Mutant, oneLine, unique } from './mutant.ts';
import { SERVER, subjectOf } from './sources.ts';

/** Mutators that are not used: they change texts, or remove what no developer would forget. */
const EXCLUDED = ['ArrayDeclaration', 'ArrowFunction', 'ObjectLiteral', 'Regex', 'StringLiteral'];

/** A logger without an enabled level. */
const SILENT = new Proxy({} as ConstructorParameters<typeof Instrumenter>[0], { get: () => () => false });

type Found = Awaited<ReturnType<Instrumenter['instrument']>>['mutants'][number];

/**
 * Writes the sources with all mutants into `folder`. A run switches one of them on by its id. Sources are paths below a
 * URL, by default that of the server.
 */
export async function instrument(sources: readonly string[], folder: string, base = SERVER): Promise<Mutant[]> {
  const files = sources.map((name) => ({ name, mutate: true, content: readFileSync(new URL(name, base), 'utf8') }));
  const options = { ignorers: [], plugins: null, excludedMutations: EXCLUDED };
  const { files: mutated, mutants } = await new Instrumenter(SILENT).instrument(files, options);
  for (const { name, content } of mutated) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  const texts = new Map(files.map(({ name, content }) => [name, content.split('\n')]));
  return unique(
    mutants
      .filter((found) => !found.status && !isRepeated(found, texts.get(found.fileName) ?? []))
      .map((found) => mutantOf(found, texts.get(found.fileName) ?? [])),
  );
}

/** True for an emptied block that another mutant covers: a condition that is false, or a function without a result. */
function isRepeated({ mutatorName, location: { start, end } }: Found, lines: readonly string[]): boolean {
  if (mutatorName !== 'BlockStatement') return false;
  const before = (lines[start.line] ?? '').slice(0, start.column);
  const after = (lines[end.line] ?? '').slice(end.column);
  const isBranch = /^\s*if \(/.test(before) && !/^ else\b/.test(after);
  return (
    isBranch ||
    (!/^\s*(?:else|\} else|for|while|try|\} (?:catch|finally))\b/.test(before) &&
      /\breturn [^;]/.test(textBetween(lines, start, end)))
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
    within: nameAround(lines, start.line),
    place: `${fileName}:${start.line + 1}`,
    operator: mutatorName,
    original,
    replacement: oneLine(replacement),
  };
}

const NAMED =
  /^\s*(?:export )?(?:default )?(?:(?:async )?function\*? |const |let |class |(?:(?:static|async|override|get|readonly|private) |\*)*(?=#?\w+(?:<.*>)?\(.*[{,(]$|#?\w+ = ))(?!(?:if|for|while|switch|catch|return)\b)(#?\w+)/;

/** Name of the property on a line, or of the innermost function, class or constant around it, told by indentation. */
function nameAround(lines: readonly string[], at: number): string {
  const [, property] = /^\s*(\w+): /.exec(lines[at] ?? '') ?? [];
  if (property) return property;
  let indent = Number.POSITIVE_INFINITY;
  for (let i = at; i >= 0; i -= 1) {
    const line = lines[i] ?? '';
    const own = line.search(/\S/);
    if (own < 0 || own >= indent) continue;
    if (!/^\s*[})\]]/.test(line)) indent = own;
    const [, name] = NAMED.exec(line) ?? [];
    if (name) return name;
  }
  return '';
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
