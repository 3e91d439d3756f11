import type { Stage } from '../pipeline/context.ts';

/** Counts tokens by grant, and rejected token requests by code. */
export interface TokenMeter {
  issued(grant: string): void;
  rejected(code: string): void;
}

export function countTokens(meter: TokenMeter, grantOf: (ctx: Parameters<Stage>[0]) => string): Stage {
  return async function countTokenRequest(ctx, next) {
    try {
      await next();
    } catch (error) {
      meter.rejected(codeOf(error));
      throw error;
    }
    meter.issued(grantOf(ctx));
  };
}

/** Code of a rejection. Failures of the service have none. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && /^(oauth|developer|partner)\./.test(String(error.code))
    ? String(error.code)
    : 'none';
