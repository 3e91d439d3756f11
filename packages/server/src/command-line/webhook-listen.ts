import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { RESOURCES, type Resource } from '../database/changes/resources.ts';
import { StartError } from '../process/start-error.ts';
import type { CommandLine } from './operation-command.ts';
import { id } from './parameters.ts';

const HELP = `
The server has to run on this machine, and to allow endpoints there: with the
embedded database it does, otherwise with TILLGATE_WEBHOOK_LOOPBACK=1. A server
elsewhere cannot reach a developer's machine: give it the https:// address of a
tunnel with \`tillgate webhook add\`.`;

interface Options {
  readonly port: number;
  readonly resource?: Resource[];
  readonly forward?: string;
}

/** The command that receives what a sandbox sends. */
export const webhookListenCommand = ({ env, write }: CommandLine): Command =>
  new Command('listen')
    .description('Receive, verify and print on this machine what a sandbox sends to an app, until stopped.')
    .argument('<app>', 'id of the app', id)
    .option('--port <port>', 'port to listen on (default: a free one)', portOf, 0)
    .option(
      '--resource <name...>',
      `resources whose changes are sent (default: all it can read): ${RESOURCES.join(', ')}`,
    )
    .option('--forward <url>', 'also send each request there, and respond with its status', urlOf)
    .addHelpText('after', HELP)
    .action(async (appId: number, { port, resource, forward }: Options) => {
      const [{ listen }, { stopSignal }] = await Promise.all([import('./listen.ts'), import('./stop-signal.ts')]);
      await listen(readConfig(env), { appId, port, resources: resource, forward, write, stopped: stopSignal() });
    });

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new StartError('--port must be an integer from 0 to 65535.');
}

function urlOf(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new StartError('--forward must be a URL that begins with http:// or https://.');
}
