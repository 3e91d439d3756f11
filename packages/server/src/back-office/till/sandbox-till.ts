import type { SandboxTill } from '../../control/till/sandbox-till.ts';

/** The tills' modules, and the import's, are loaded on first use. */
const load = async (): Promise<SandboxTill> => (await import('./till.ts')).TILL;

export const SANDBOX_TILL: SandboxTill = {
  offer: async (...call) => (await load()).offer(...call),
  receipts: async (...call) => (await load()).receipts(...call),
  sell: async (...call) => (await load()).sell(...call),
  open: async (...call) => (await load()).open(...call),
  pay: async (...call) => (await load()).pay(...call),
  refund: async (...call) => (await load()).refund(...call),
  void: async (...call) => (await load()).void(...call),
  sellDay: async (...call) => (await load()).sellDay(...call),
};
