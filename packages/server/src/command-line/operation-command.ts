import { setTimeout as delay } from 'node:timers/promises';
import { Command } from 'commander';
import { readConfig } from '../config.ts';
import type { Page } from '../control/page.ts';
import type { OperationCommand } from '../operations/command-line/command.ts';
import { fields, table, withSecrets } from '../operations/command-line/text.ts';
import { OPERATIONS, type Operations } from '../operations/operations.ts';
import { type Open, withOperations } from './connect.ts';
import { parametersOf, typedInput } from './parameters.ts';
import { confirm, type Terminal } from './terminal.ts';

export interface CommandLine {
  readonly env: NodeJS.ProcessEnv;
  readonly terminal: Terminal;
  readonly open: Open;
  write(text: string): void;
}

interface GlobalFlags {
  readonly json?: boolean;
  readonly yes?: boolean;
}

/** Creates the command of an operation. Its arguments and options come from the operation's input. */
export function operationCommand(line: CommandLine, text: OperationCommand): Command {
  const { summary, input } = OPERATIONS[text.operation];
  const parameters = parametersOf(input, text);
  const command = new Command(text.path.split(' ').at(-1)).description(text.summary ?? summary);
  if (text.consequence || text.look) command.option('--yes', 'do not ask for confirmation');
  for (const { typed } of parameters.args) command.addArgument(typed);
  for (const { typed } of parameters.options) command.addOption(typed);
  return command.action(function callOperation(this: Command) {
    const typed = typedInput(parameters, this.processedArgs, this.opts());
    return call(line, text, this.optsWithGlobals(), text.input?.(typed) ?? typed);
  });
}

async function call(
  { env, terminal, write, open }: CommandLine,
  text: OperationCommand,
  { json, yes }: GlobalFlags,
  typed: object,
): Promise<void> {
  const config = readConfig(env);
  if (text.consequence && !yes) await confirm(terminal, text.consequence(typed));
  const run = async (operations: Operations): Promise<void> => {
    const { input, consequence } = (await text.look?.(operations, typed)) ?? { input: typed };
    if (consequence && !yes) await confirm(terminal, consequence);
    for (let pause: number | null = 0; pause !== null; await delay(1000 * (pause ?? 0))) {
      const output: object = await operations.call(text.operation, input as never);
      write(json ? `${JSON.stringify(output, null, 2)}\n` : print(text, output, input));
      pause = text.again?.(output) ?? null;
    }
  };
  await withOperations(config, OPERATIONS[text.operation], run, open);
}

function print({ columns, done, say }: OperationCommand, output: object, input: object): string {
  if (columns) return table(output as Page<never>, columns);
  if (done) return withSecrets(done(output, input), output);
  return say?.(output) ?? fields(output);
}
