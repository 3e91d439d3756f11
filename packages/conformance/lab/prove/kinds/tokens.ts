import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import type { ApiStage, Mark, ServerFault } from '../fault.ts';

/** Ways for access tokens to be wrong, and for wrong ones to hold. */

type Members = Record<string, unknown>;
type Deps = Parameters<ServerFault['patch']>[0];

export const staged = (
  id: string,
  breaks: string,
  text: string,
  stage: (deps: Deps, mark: Mark) => ApiStage,
): ServerFault => ({ id, level: 'server', breaks, text, patch: (deps) => deps, stage });

async function sign({ keys }: Deps, claims: Members, header: Members): Promise<string> {
  const { privateKey } = await keys.signer();
  const protectedHeader = { ...header, alg: String(header.alg) };
  return new SignJWT(claims).setProtectedHeader(protectedHeader).sign(privateKey);
}

const bearerOf = (header: string | undefined): string | undefined => /^Bearer (\S+)$/i.exec(header ?? '')?.[1];

/** The service issues tokens of other claims or another header, and takes them for what they should be. */
export const issued = (
  id: string,
  breaks: string,
  text: string,
  change: (claims: Members, header: Members) => void,
): ServerFault =>
  staged(`claims.${id}`, breaks, text, (deps, mark) => {
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

/** The service takes tokens that it did not sign, or that are over; `claimsOf` says as what. */
export const accepted = (
  id: string,
  breaks: string,
  text: string,
  claimsOf: (token: string, deps: Deps) => Promise<Members | undefined> | Members | undefined,
): ServerFault =>
  staged(
    `token.${id}`,
    breaks,
    text,
    (deps, mark) =>
      async function acceptMore(ctx, next) {
        const token = bearerOf(ctx.req.headers.authorization);
        const claims = token && (await Promise.resolve(claimsOf(token, deps)).catch(() => undefined));
        if (claims) {
          const { kid } = await deps.keys.signer();
          const before = ctx.req.headers.authorization;
          ctx.req.headers.authorization = `Bearer ${await sign(deps, claims, { alg: 'RS256', typ: 'JWT', kid })}`;
          if (before !== ctx.req.headers.authorization) mark();
        }
        await next();
      },
  );

/** What a token says, whoever signed it. */
export function contentsOf(token: string): { header: Members; claims: Members } | undefined {
  const [header, claims] = token.split('.').map((part) => parsed(part));
  return header && claims && { header, claims };
}

function parsed(part: string): Members | undefined {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString()) as Members;
  } catch {
    return undefined;
  }
}
