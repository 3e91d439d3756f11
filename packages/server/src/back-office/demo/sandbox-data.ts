import { DirectoryError } from '../../control/errors.ts';
import type { SandboxData } from '../../control/merchants/sandbox-data.ts';
import { minorUnits } from '../../records/decimal.ts';

/** Fills sandboxes with demo data. The demo's modules are loaded on first use. */
export const SANDBOX_DATA: SandboxData = {
  checkCurrency(currency) {
    if (minorUnits(currency) === 2) return;
    throw new DirectoryError(`Demo data needs a currency with two decimals, which ${currency} does not have.`);
  },
  async fill(...merchant) {
    const { fillSandbox } = await import('./history.ts');
    return fillSandbox(...merchant);
  },
};
