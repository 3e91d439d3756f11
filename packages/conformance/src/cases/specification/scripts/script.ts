import { Script } from '../../../driver/script.ts';
import type { Case } from '../../../run/case.ts';
import type { CaseContext } from '../../../run/case-context.ts';
import { specified } from '../specified.ts';

const create = specified('scripts');

/** A sequence that every run sends, whatever its seed, for what no walk reaches. */
export const scripted = (
  id: string,
  title: string,
  run: (script: Script, t: CaseContext) => Promise<void>,
  proves: readonly string[] = [],
): Case => create(id, title, async (t) => run(await Script.open(t), t), proves);
