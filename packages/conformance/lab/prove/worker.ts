import { runCases } from '../../src/engine/runner.ts';
import { Session } from '../../src/engine/session.ts';
import { CATALOGUE } from './catalogue.ts';
import { openLaboratory } from './laboratory.ts';
import { casesOfAll, tryFault } from './try-fault.ts';

/** A worker process. Tries the faults it receives one by one, then the same cases on the correct server. */
const laboratory = await openLaboratory(process.argv[2]);
const tried: string[] = [];

process.on('message', async (message: { fault?: string; control?: true }) => {
  if (message.fault) {
    const fault = CATALOGUE.find(({ id }) => id === message.fault);
    if (!fault) throw new Error(`No fault ${message.fault}.`);
    tried.push(fault.id);
    process.send?.({ trial: await tryFault(fault, laboratory) });
    return;
  }
  process.send?.({ control: await control() });
  await laboratory.close();
  process.disconnect();
});
// Exits together with the process that assigns the faults.
process.on('disconnect', () => process.exit());
process.send?.({ ready: true });

/** Cases that fail on the correct server: none, unless a fault has left traces or a case is wrong. */
async function control(): Promise<string[]> {
  const session = new Session(laboratory.target);
  await session.clock.read();
  const cases = casesOfAll(CATALOGUE.filter(({ id }) => tried.includes(id)));
  const { outcomes } = await runCases(session, cases, { seed: 7, runs: 6 });
  return outcomes
    .filter(({ kind }) => kind === 'failed')
    .map(({ caseId, findings }) => `${caseId}: ${findings[0]?.message}`);
}
