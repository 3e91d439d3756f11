import { fileURLToPath } from 'node:url';
import type { Program, Programs } from './processes.ts';

/** Starts HAProxy with a configuration of the deployment and addresses from the environment. */
export const startHaproxy = (
  programs: Programs,
  configuration: 'database' | 'edge',
  env: Readonly<Record<string, string>>,
): Program =>
  programs.start({
    name: `haproxy-${configuration}`,
    file: 'haproxy',
    args: ['-db', '-f', fileURLToPath(new URL(`../${configuration}.cfg`, import.meta.url))],
    env,
  });
