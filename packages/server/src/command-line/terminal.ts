import { createInterface } from 'node:readline/promises';
import { StartError } from '../process/start-error.ts';

/** The person at the terminal, if any. */
export interface Terminal {
  /** Asks a question; absent without a terminal. */
  readonly ask?: (question: string) => Promise<string>;
}

export const processTerminal = (): Terminal => (process.stdin.isTTY && process.stderr.isTTY ? { ask } : {});

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}

/** Asks for confirmation. Throws a StartError unless the answer is yes. */
export async function confirm({ ask: asked }: Terminal, consequence: string): Promise<void> {
  if (!asked) throw new StartError(`${consequence} Add --yes to confirm.`);
  const answer = await asked(`${consequence} Continue? [y/N] `);
  if (!/^y(es)?$/i.test(answer.trim())) throw new StartError('Nothing was changed.');
}
