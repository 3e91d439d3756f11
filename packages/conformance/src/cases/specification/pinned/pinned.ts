import { Script } from '../../../driver/script.ts';
import { type Case, subject } from '../../../engine/case.ts';
import type { CaseContext } from '../../../engine/case-context.ts';

const specified = subject('specification', 'pinned');

/** A sequence that every run sends, whatever its seed. */
export const pinned = (
  id: string,
  proves: readonly string[],
  title: string,
  run: (script: Script, t: CaseContext) => Promise<void>,
): Case => specified(id, proves, title, async (t) => run(await Script.open(t), t));
