import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { CLAIMS } from '../../drill/checks.ts';
import { missingPrograms } from '../../drill/deployment.ts';
import type { Result } from '../../drill/drill.ts';
import { FAULTS } from '../../drill/faults.ts';

const MAIN = fileURLToPath(new URL('../../drill/main.ts', import.meta.url));

const missing = missingPrograms();

describe.runIf(missing.length === 0)('The deployment, after each of its parts was killed under load', () => {
  let result: Result | undefined;
  let output = '';

  beforeAll(async () => {
    const drill = fork(MAIN, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
    drill.on('message', (message) => {
      result = message as Result;
    });
    drill.stdout?.on('data', (chunk) => {
      output += chunk;
    });
    await once(drill, 'close');
    process.stdout.write(output);
  });

  test('serves again', () => {
    expect(
      result?.outcomes.map(({ title }) => title),
      output,
    ).toEqual(FAULTS.filter(({ slow }) => !slow).map(({ title }) => title));
  });

  test.each(CLAIMS)('%s', (title) => {
    expect(result?.checks.find((check) => check.title === title)?.problems, output).toEqual([]);
  });
});

test.runIf(missing.length > 0)(`the drill is skipped without ${missing.join(', ')}`, (context) => context.skip());
