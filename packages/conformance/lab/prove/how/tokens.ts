import type { AppDependencies } from '@tillgate/server/app.ts';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import type { ApiChange, Body } from '../fault.ts';

/** Changes to access tokens and their verification. */

export const stage = (apiStage: NonNullable<ApiChange['apiStage']>): ApiChange => ({ apiStage });

async function sign({ keys }: AppDependencies, claims: Body, header: Body): Promise<string> {
  const { privateKey } = await keys.signer();
  const protectedHeader = { ...header, alg: String(header.alg) };
  return new SignJWT(claims).setProtectedHeader(protectedHeader).sign(privateKey);
}

const bearerOf = (header: string | undefined): string | undefined => /^Bearer (\S+)$/i.exec(header ?? '')?.[1];

/** Issues tokens with other claims or another header, and accepts them as if they were correct. */
export const issuing = (change: (claims: Body, header: Body) => void): ApiChange =>
  stage((deps, mark) => {
    const sound = new Map<string, string>();
    return async function issueOtherwise(ctx, next) {
      const known = sound.get(bearerOf(ctx.req.headers.authorization) ?? '');
      if (known) ctx.req.headers.authorization = `Bearer ${known}`;
      await next();
      const body = ctx.body as { access_token?: unknown } | undefined;
      if (typeof body?.access_token !== 'string') return;
      const token = body.access_token;
      const [claims, header] = [{ ...decodeJwt(token) }, { ...decodeProtectedHeader(token) }];
      change(claims, header);
      body.access_token = await sign(deps, claims, header);
      sound.set(String(body.access_token), token);
      mark();
    };
  });

type ClaimsOf = (token: string, deps: AppDependencies) => Promise<Body | undefined> | Body | undefined;

/** A place in the API: the method and the path of an operation. */
export interface Place {
  readonly method: string;
  readonly path: RegExp;
}

/** Accepts invalid or expired tokens as if they had these claims, everywhere or in one place. */
export const accepting = (claimsOf: ClaimsOf, at?: Place): ApiChange =>
  stage(
    (deps, mark) =>
      async function acceptMore(ctx, next) {
        const isThere = !at || (ctx.method === at.method && at.path.test(ctx.path));
        const token = isThere ? bearerOf(ctx.req.headers.authorization) : undefined;
        const claims = token && (await Promise.resolve(claimsOf(token, deps)).catch(() => undefined));
        if (claims) {
          const { kid } = await deps.keys.signer();
          ctx.req.headers.authorization = `Bearer ${await sign(deps, claims, { alg: 'RS256', typ: 'JWT', kid })}`;
          mark();
        }
        await next();
      },
  );

/** Header and claims of a token, whoever signed it. */
export function contentsOf(token: string): { header: Body; claims: Body } | undefined {
  const [header, claims] = token.split('.').map((part) => parsed(part));
  return header && claims && { header, claims };
}

function parsed(part: string): Body | undefined {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString()) as Body;
  } catch {
    return undefined;
  }
}
