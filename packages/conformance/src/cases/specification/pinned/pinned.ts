import { SPECIFIED } from '../../../driver/operations.ts';
import { Script } from '../../../driver/script.ts';
import { type Case, subject } from '../../../engine/case.ts';
import type { CaseContext } from '../../../engine/case-context.ts';
import { provenBy } from '../proves.ts';

const specified = subject('specification', 'pinned');

/** A sequence that every run sends, whatever its seed. Its id begins with the resource that it is about, if it is one. */
export const pinned = (
  id: string,
  proves: readonly string[],
  title: string,
  run: (script: Script, t: CaseContext) => Promise<void>,
): Case => specified(id, [...new Set([...proves, ...provenAt(id)])], title, async (t) => run(await Script.open(t), t));

/** Everything that requests about the resource can show: their responses are compared whole. */
const provenAt = (id: string): string[] => {
  const [resource] = id.split('.');
  return provenBy(
    SPECIFIED.filter(({ path }) => path.split('/')[1]?.replace('stock-adjustments', 'adjustments') === resource),
  );
};
