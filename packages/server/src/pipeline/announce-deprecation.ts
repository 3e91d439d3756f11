import type { Operation } from '../contract/contract.ts';
import type { Stage } from './context.ts';

const POLICY = '</docs/guides/versions#deprecation>; rel="deprecation sunset"; type="text/html"';

/**
 * Announces in every response of a deprecated operation when it will be removed (RFC 9745, RFC
 * 8594). Other operations do not have this stage.
 */
export function announceDeprecation({ deprecation }: Operation): Stage[] {
  if (!deprecation) return [];
  const headers = {
    Deprecation: `@${deprecation.since / 1000}`,
    Sunset: new Date(deprecation.sunset).toUTCString(),
    Link: POLICY,
  };
  return [
    function announceOwnDeprecation(ctx, next) {
      ctx.set(headers);
      return next();
    },
  ];
}
