import type { SecurityRequirement } from '../document.ts';

export interface SecurityDifference {
  what: string;
  breaking: boolean;
}

/**
 * Compares alternative requirements, any one of which a caller can meet. Losing one breaks callers
 * unless another is satisfied by the same credentials and scopes.
 */
export function compareSecurity(before: SecurityRequirement[], after: SecurityRequirement[]): SecurityDifference[] {
  const [was, is] = [orOpen(before), orOpen(after)];
  const lost = was.filter((one) => !is.some((other) => satisfies(one, other)));
  // An added requirement implied by an existing one admits no new callers.
  const gained = is.filter((one) => !was.some((other) => satisfies(one, other)));
  return [
    ...lost.map((one) => ({ what: describeLoss(one, is), breaking: true })),
    ...gained
      .filter((one) => !lost.some((other) => sameSchemes(other, one)))
      .map((one) => ({ what: `now also open to ${name(one)}`, breaking: false })),
  ];
}

/** An empty list means the same as one empty requirement. */
function orOpen(requirements: SecurityRequirement[]): SecurityRequirement[] {
  return requirements.length === 0 ? [{}] : requirements;
}

/** True if every caller who meets `held` also meets `asked`. */
function satisfies(held: SecurityRequirement, asked: SecurityRequirement): boolean {
  return Object.entries(asked).every(
    ([scheme, scopes]) => scopes.every((scope) => held[scheme]?.includes(scope)) && scheme in held,
  );
}

function sameSchemes(one: SecurityRequirement, other: SecurityRequirement): boolean {
  return Object.keys(one).sort().join() === Object.keys(other).sort().join();
}

function describeLoss(lost: SecurityRequirement, left: SecurityRequirement[]): string {
  const successor = left.find((one) => sameSchemes(one, lost));
  if (successor === undefined)
    return Object.keys(lost).length === 0
      ? `now needs ${left.map(name).join(' or ')}`
      : `no longer open to ${name(lost)}`;
  const scopes = Object.entries(successor).flatMap(([scheme, asked]) =>
    asked.filter((scope) => !lost[scheme]?.includes(scope)),
  );
  return `now needs scope ${scopes.join(' and ')}`;
}

function name(requirement: SecurityRequirement): string {
  const schemes = Object.entries(requirement).map(([scheme, scopes]) =>
    scopes.length === 0 ? scheme : `${scheme} (${scopes.join(' ')})`,
  );
  return schemes.length === 0 ? 'everyone' : schemes.join(' with ');
}
