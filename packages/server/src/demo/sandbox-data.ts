import { DirectoryError } from '../directory/directory-error.ts';
import type { SandboxData } from '../directory/merchants/sandbox-data.ts';
import { minorUnits } from '../resources/money.ts';

/** Loads the demo with the first sandbox that is filled. */
export const SANDBOX_DATA: SandboxData = {
  checkCurrency(currency) {
    if (minorUnits(currency) === 2) return;
    throw new DirectoryError(`Demo data needs a currency with two decimals, which ${currency} does not have.`);
  },
  async fill(...merchant) {
    const { fillSandbox } = await import('./fill-sandbox.ts');
    return fillSandbox(...merchant);
  },
};
