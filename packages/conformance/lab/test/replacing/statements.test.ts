import { beforeAll, describe, expect, test, vi } from 'vitest';
import { hostOf, namesOf, operationsOf, partsOf, replacementsOf } from '../../prove/apply.ts';
import { CATALOGUE } from '../../prove/catalogue.ts';
import { isNamed, replaced } from '../../prove/statements.ts';

const { recorded } = vi.hoisted(() => ({ recorded: new Map<string, string>() }));

vi.mock('@tillgate/server/database/statement.ts', async (original) => {
  const real = await original<typeof import('@tillgate/server/database/statement.ts')>();
  const statement = (name: string | undefined, text: string) => {
    if (name) recorded.set(name, text.replaceAll(/\bregion\./g, 'region_uk.'));
    return real.statement(name, text);
  };
  return { ...real, statement };
});

/** Named where they run, by the directory and by lists, so only a trial can show that their texts match. */
const NAMED_LATER =
  /^(api-keys|codes|credentials|families|list|sessions)\.|^webhooks\.(endpoints-of|merchants-of|target)$/;

describe('A fault', () => {
  beforeAll(async () => {
    await import('@tillgate/server/records/resources.ts');
    await import('@tillgate/server/database/idempotency.ts');
  });

  test('of a named statement matches its text', () => {
    const named = CATALOGUE.flatMap(({ id, where, how }) => {
      const names = (namesOf(where) ?? []).filter((name) => !NAMED_LATER.test(name));
      return names.length === 0 ? [] : (replacementsOf(how) ?? []).map((change) => ({ id, names, change }));
    });
    expect(named.length).toBeGreaterThan(100);
    expect(recorded.size).toBeGreaterThan(50);
    const stale = named.filter(({ names, change }) => {
      const texts = [...recorded].filter(([name]) => names.some((one) => isNamed(name, one)));
      return texts.every(([, text]) => replaced(text, change) === text);
    });
    expect(stale.map(({ id, change }) => [id, String(change.from)])).toEqual([]);
  });

  test('matches the server parts that it changes', () => {
    const wrong = CATALOGUE.filter((fault) => {
      const { where, how } = fault;
      const isOfHandler = 'handler' in how;
      const isOfStatement = replacementsOf(how) !== undefined;
      const host =
        'web' in how || 'webStage' in how ? 'web' : 'api' in how || 'apiStage' in how ? 'api' : hostOf(fault);
      return (
        operationsOf(where).length > 0 !== isOfHandler ||
        (namesOf(where) !== undefined && !isOfStatement) ||
        host !== hostOf(fault) ||
        partsOf(fault).length === 0
      );
    });
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });
});
