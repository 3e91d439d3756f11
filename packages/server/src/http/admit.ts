import { type BearerVerifier, tokenInvalid } from '../auth/bearer.ts';
import type { Principal } from '../auth/principal.ts';
import { allows } from '../auth/source-address.ts';
import type { Directory, Merchant } from '../directory/merchants.ts';
import { PartnerError } from '../errors.ts';
import type { Context, Stage } from './context.ts';
import { limitSource, type RateLimit } from './limit-rate.ts';

export interface Admission {
  readonly bearer: BearerVerifier;
  readonly directory: Directory;
  readonly rate: RateLimit;
}

/**
 * Who calls, from where, and for which merchant: 401, then 403 for the address, then 403 for the environment
 * (design.md §3 "Order of checks"). A refused request counts against its source address.
 */
export function admit(admission: Admission): Stage {
  return async function admitCaller(ctx, next) {
    try {
      await identify(ctx, admission);
    } catch (error) {
      await limitSource(ctx, admission.rate);
      throw error;
    }
    await next();
  };
}

async function identify(ctx: Context, { bearer, directory }: Admission): Promise<void> {
  const principal = await bearer.authenticate(ctx.req.headers.authorization);
  ctx.state.principal = principal;
  checkAddress(principal, ctx.state.source);
  ctx.state.merchant = checkEnvironment(principal, await directory.merchant(principal.companyId));
}

function checkAddress({ allowedIps }: Principal, source: string): void {
  if (!allowedIps || allows(allowedIps, source)) return;
  throw new PartnerError('partner.ip_denied', "The credential's allowlist does not contain this source address.");
}

function checkEnvironment({ env }: Principal, merchant: Merchant | undefined): Merchant {
  if (!merchant) throw tokenInvalid();
  if (merchant.demo === (env === 'SANDBOX')) return merchant;
  const kind = merchant.demo ? 'demo' : 'live';
  throw new PartnerError('partner.env_mismatch', `A ${env} token cannot be used on a ${kind} merchant.`);
}

/** A token has its product's whole bundle; an operation needs one scope of it. */
export function requireScope(scope: string): Stage {
  return async function requireOneScope(ctx, next) {
    if (!ctx.state.principal?.scopes.has(scope)) {
      throw new PartnerError('partner.scope_denied', `This operation needs the scope ${scope}.`);
    }
    await next();
  };
}
