/** The global object through which the instrumented sources are switched and counted. */
interface Instrumented {
  activeMutant?: string;
  currentTestId?: string;
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
}

const instrumented = (): Instrumented => {
  const holder = globalThis as { __stryker__?: Instrumented };
  holder.__stryker__ ??= {};
  return holder.__stryker__;
};

/** Switches one mutant on. Has to run before the server is imported, since some mutants are in constants. */
export const switchOn = (id: string): void => {
  instrumented().activeMutant = id;
};

/** Counts what runs from now on for this case. */
export const countFor = (caseId: string): void => {
  instrumented().currentTestId = caseId;
};

/** Ids of the mutants that were reached before the first case, and by each case. */
export function reachedMutants(): { atStart: string[]; byCase: Record<string, string[]> } {
  const { static: atStart = {}, perTest = {} } = instrumented().mutantCoverage ?? {};
  return {
    atStart: Object.keys(atStart),
    byCase: Object.fromEntries(Object.entries(perTest).map(([id, counts]) => [id, Object.keys(counts)])),
  };
}
