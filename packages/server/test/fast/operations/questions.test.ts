import { describe, expect, test } from 'vitest';
import { createProgram } from '../../../src/command-line/program.ts';
import type { InputSchema } from '../../../src/control/input.ts';
import { inputFields, OPERATION_COMMANDS } from '../../../src/operations/commands.ts';
import type { Operation } from '../../../src/operations/operation.ts';
import { OPERATIONS } from '../../../src/operations/operations.ts';

const ASKING = (Object.entries(OPERATIONS) as [string, Operation][]).filter(([, { asks }]) => asks !== undefined);

const VALUES: Readonly<Record<string, string>> = { uri: 'https://a.example/', origin: 'https://a.example' };

/** Words that call a command: all that its operation requires. */
function wordsOf(path: string, input: InputSchema): string[] {
  if (path === 'connection end') return ['connection', 'end', '--company', '1', '--app', '1'];
  const required = [...inputFields(input).values()].filter((field) => field.required);
  return [...path.split(' '), ...required.map(({ name }) => VALUES[name] ?? '1')];
}

describe('What a page asks before a change', () => {
  test('is asked of these operations', () => {
    expect(ASKING.map(([name]) => name)).toEqual([
      'developer.remove',
      'operator.remove',
      'app.submit',
      'app.archive',
      'redirect-uri.remove',
      'origin.remove',
      'credential.rotate',
      'credential.revoke',
      'api-key.revoke',
      'webhook.rotate-secret',
      'webhook.remove',
      'webhook.resync',
      'access-request.revoke',
      'connection.end',
      'merchant.reset',
      'merchant.deactivate',
      'merchant.erase',
      'member.remove',
      'user.disable-second-factor',
      'user.remove',
      'admin-token.revoke',
    ]);
  });

  test.each(ASKING)(
    '%s: its command asks too, and without a terminal it wants --yes',
    async (name, { input, asks }) => {
      const commands = OPERATION_COMMANDS.filter(({ operation }) => operation === name);
      expect(commands).not.toEqual([]);
      for (const { path } of commands) {
        const words = wordsOf(path, input);
        const { effect } = (asks as Required<Operation>['asks'])({}, {});
        const asked: string[] = [];
        const ask = async (question: string) => {
          asked.push(question);
          return 'n';
        };
        const run = (terminal: object) => createProgram({}, () => {}, terminal).parseAsync(words, { from: 'user' });
        await expect(run({ ask })).rejects.toThrow('Nothing was changed.');
        expect(asked).toEqual([expect.stringMatching(/^[^?]+\? .*\. Continue\? \[y\/N\] $/)]);
        expect(asked[0]).toContain(effect);
        await expect(run({})).rejects.toThrow(`${effect} Add --yes to confirm.`);
      }
    },
  );
});
