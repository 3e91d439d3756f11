import type { Stage } from '../http/context.ts';

/** Counts issued tokens by grant, and rejected token requests by code. */
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

/** The code of a rejection; a failure of the service has none. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && /^(oauth|developer|partner)\./.test(String(error.code))
    ? String(error.code)
    : 'none';
