import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkSequences, Mismatch, type Model } from '../src/cases/models/sequence.ts';
import { CaseContext } from '../src/engine/case-context.ts';
import type { Session } from '../src/engine/session.ts';
import { Unavailable } from '../src/engine/unavailable.ts';
import { MAIN } from '../src/engine/variants.ts';
import { redact } from '../src/http/redact.ts';
import type { Answer } from '../src/http/send.ts';

/** A text shaped like a token. */
const TOKEN = `Bearer ${['eyJhbGciOi', 'eyJzdWIiOi', 'c2lnbmF0dXJl'].join('.')}`;

const ANSWER: Answer = {
  sent: { method: 'PATCH', url: 'http://localhost/v1/brands/1', headers: { Authorization: TOKEN }, body: '{}' },
  status: 200,
  headers: {},
  cookies: [],
  text: '',
  body: {},
  took: 1,
};

/** Fails when `close` comes after `open`, with anything in between. */
class Door implements Model<string> {
  readonly history: string[] = [];
  readonly #wrong: () => void;

  constructor(wrong: () => void) {
    this.#wrong = wrong;
  }

  async run(command: string): Promise<void> {
    this.history.push(command);
    if (command === 'close' && this.history.includes('open')) this.#wrong();
  }

  async checkInvariants(): Promise<void> {}
}

const contextOf = (seed = 7) => new CaseContext({} as Session, MAIN, { seed, runs: 25, mark: 'x', proves: ['a'] });

const run = (t: CaseContext, wrong: () => void, examples: string[][] = []) =>
  checkSequences(t, {
    command: fc.constantFrom('open', 'close', 'wait', 'knock'),
    examples,
    longest: 24,
    newModel: async () => new Door(wrong),
  });

const mismatch = () => {
  throw new Mismatch('the door is open', ANSWER);
};

describe('A failing sequence', () => {
  test.each([1, 2, 3, 4])('is reported once, shrunk as far as possible, for any seed (%i)', async (seed) => {
    const t = contextOf(seed);
    await run(t, mismatch);
    expect(t.findings.map(({ requirements }) => requirements)).toEqual([['a']]);
    expect(t.findings[0]?.message).toMatch(
      new RegExp(
        `^the door is open after\n  1\\. open\n  2\\. close\n\\(seed ${seed}, shrunk \\d+ times\\)\ncurl -i -X PATCH `,
      ),
    );
  });

  test('is shrunk even if it is one of the examples', async () => {
    const t = contextOf();
    await run(t, mismatch, [['wait', 'open', 'knock', 'wait', 'close', 'wait']]);
    expect(t.findings[0]?.message).toContain('after\n  1. open\n  2. close\n(');
  });

  test('is reported without credentials', async () => {
    const t = contextOf();
    await run(t, mismatch);
    expect(redact(t.findings[0]?.message ?? '')).not.toContain(TOKEN.slice(7));
  });

  test('reports the findings of its last attempt only', async () => {
    const t = contextOf();
    await run(t, () => t.findings.push({ requirements: ['http.body_documented'], severity: 'must', message: 'odd' }));
    expect(t.findings.map(({ requirements }) => requirements)).toEqual([['http.body_documented']]);
    expect(t.findings[0]?.message).toContain('after\n  1. open\n  2. close\n(');
  });
});

test('Sequences that match the model leave no findings', async () => {
  const t = contextOf();
  await run(t, () => {});
  expect(t.findings).toEqual([]);
});

test('A missing capability of the target ends the case instead of being shrunk', async () => {
  const missing = run(contextOf(), () => {
    throw new Unavailable('no door');
  });
  await expect(missing).rejects.toThrow('no door');
});
