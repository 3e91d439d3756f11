import { preflight } from '../../src/run/preflight.ts';
import { Session } from '../../src/run/session.ts';
import type { OpenTarget } from '../../src/target/target.ts';
import { serveScene } from '../server/embedded-target.ts';
import { type Exchange, HostProxy } from '../server/proxy.ts';
import { isOfSource, mutatedStatement } from './given-text.ts';
import type { Mutant } from './mutant.ts';
import { openCopy, type SceneSource } from './scene-copies.ts';
import { readColumns, replaceInSchema, schemaTexts } from './schema.ts';
import { changing, type SentStatement } from './sent-statements.ts';
import type { Columns } from './sql/columns.ts';
import { applyAll } from './sql/operators.ts';
import { mutantsOfFunction, withMutant } from './statement-mutants.ts';
import { changingWire } from './wire.ts';

export interface TrialServer extends OpenTarget {
  readonly session: Session;
  readonly columns: Columns;
  /** True if the mutant is of statements or responses, none of which was sent. */
  isUnsent: () => boolean;
}

/** Where the server runs: on a copy of the scene's database, under this name. */
export interface Place {
  readonly source: SceneSource;
  readonly copy: string;
}

/** One fault in a server: in the text of its statements, the functions of its schema, or its responses. */
export interface Change {
  /** Names the server in messages. */
  readonly name: string;
  /** The text that is sent in place of a statement's. */
  readonly statement?: ((sent: SentStatement, columns: Columns) => string) | undefined;
  /** Functions that replace those of every region. */
  readonly schema?: ((columns: Columns) => string) | undefined;
  /** Changes a response. Returns false if the fault is not in it. */
  readonly response?: ((exchange: Exchange) => boolean) | undefined;
}

/** What a run without a fault reports; responses only where it is given. */
interface Watching {
  readonly sent?: (sent: SentStatement) => void;
  readonly exchanged?: ((exchange: Exchange) => void) | undefined;
}

/** Starts the server on a copy of the scene, and checks that the suite can run against it. */
export async function startTrial(
  { source, copy }: Place,
  { name, ...change }: Change,
  watching: Watching = {},
): Promise<TrialServer> {
  const databases = await openCopy(source, copy);
  const columns = await readColumns(databases);
  if (change.schema) await replaceInSchema(databases, change.schema(columns));
  let isUnsent = change.statement !== undefined || change.response !== undefined;
  const serving = changing(databases, (sent) => {
    watching.sent?.(sent);
    const text = change.statement?.(sent, columns) ?? sent.text;
    if (text !== sent.text) isUnsent = false;
    return text;
  });
  const onExchange = (exchange: Exchange) => {
    watching.exchanged?.(exchange);
    if (change.response?.(exchange)) isUnsent = false;
  };
  const proxies = (change.response ?? watching.exchanged) && {
    api: await HostProxy.open(onExchange),
    web: await HostProxy.open(onExchange),
  };
  const server = await serveScene(serving, source.scene, { proxies });
  const stop = async () => {
    await Promise.all([proxies?.api.close(), proxies?.web.close()]);
    await server.stop();
  };
  const session = new Session({ ...server.target, name });
  await preflight(session).catch(async (error) => {
    await stop();
    throw error;
  });
  return { target: server.target, stop, session, columns, isUnsent: () => isUnsent };
}

/** The change that a mutant makes. Those of sources are in what the process has loaded. */
export function changeOf(mutant: Mutant): Change {
  const { key: name, kind, place } = mutant;
  switch (kind) {
    case 'statement':
      return { name, statement: withMutant(name) };
    case 'function':
      return { name, schema: (columns) => mutatedFile(name, place, columns) };
    case 'wire':
      return { name, response: changingWire(name) };
    case 'text':
      return isOfSource(mutant) ? { name } : { name, statement: (sent) => mutatedStatement(mutant, sent) };
    default:
      return { name };
  }
}

function mutatedFile(key: string, place: string, columns: Columns): string {
  const name = place.replace(/\.sql$/, '');
  const text = schemaTexts().get(name) ?? '';
  const mutant = mutantsOfFunction(name, text, columns).find((one) => one.key === key);
  if (!mutant) throw new Error(`No mutant ${key}.`);
  return applyAll(text, mutant.edits);
}
