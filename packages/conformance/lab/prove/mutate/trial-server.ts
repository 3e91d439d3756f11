import { preflight } from '../../../src/engine/preflight.ts';
import { Session } from '../../../src/engine/session.ts';
import type { OpenTarget } from '../../../src/target/target.ts';
import { serveScene } from '../../embedded/embedded-target.ts';
import type { Mutant } from './mutant.ts';
import { openCopy, type SceneSource } from './scene-copies.ts';
import { readColumns, replaceInSchema, schemaTexts } from './schema.ts';
import type { Columns } from './sql/columns.ts';
import { applyAll } from './sql/operators.ts';
import { changing, mutantsOfFunction, type SentStatement, withMutant } from './statement-mutants.ts';

export interface TrialServer extends OpenTarget {
  readonly session: Session;
  readonly columns: Columns;
  /** True if the mutant is of statements, none of which was sent. */
  isUnsent: () => boolean;
}

/** Where the server runs: on a copy of the scene's database, under this name. */
export interface Place {
  readonly source: SceneSource;
  readonly copy: string;
}

type Change = (sent: SentStatement) => string;

/** Starts the server on a copy of the scene, and checks that the suite can run against it. */
export async function startTrial(
  { source, copy }: Place,
  mutant: Mutant | undefined,
  seen: (sent: SentStatement) => void = () => {},
): Promise<TrialServer> {
  const databases = await openCopy(source, copy);
  const columns = await readColumns(databases);
  if (mutant?.kind === 'function') await replaceInSchema(databases, mutatedFile(mutant, columns));
  const change: Change = mutant?.kind === 'statement' ? withMutant(mutant.key, columns) : ({ text }) => text;
  let isUnsent = mutant?.kind === 'statement';
  const serving = changing(databases, (sent) => {
    seen(sent);
    const text = change(sent);
    if (text !== sent.text) isUnsent = false;
    return text;
  });
  const own = await serveScene(serving, source.scene);
  const session = new Session({ ...own.target, name: mutant?.key ?? 'the server without a mutant' });
  await preflight(session).catch(async (error) => {
    await own.stop();
    throw error;
  });
  return { ...own, session, columns, isUnsent: () => isUnsent };
}

function mutatedFile({ key, place }: Mutant, columns: Columns): string {
  const name = place.replace(/\.sql$/, '');
  const text = schemaTexts().get(name) ?? '';
  const mutant = mutantsOfFunction(name, text, columns).find((one) => one.key === key);
  if (!mutant) throw new Error(`No mutant ${key}.`);
  return applyAll(text, mutant.edits);
}
