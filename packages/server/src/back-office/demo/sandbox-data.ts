import { DirectoryError } from '../../control/directory-error.ts';
import type { SandboxData } from '../../control/merchants/sandbox-data.ts';
import { minorUnits } from '../../records/money.ts';

/** Fills sandboxes with demo data. The demo's modules are loaded on first use. */
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
