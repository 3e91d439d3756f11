/** Times at which an operation was deprecated and from which it may go away, in milliseconds since 1970. */
export interface Deprecation {
  readonly since: number;
  readonly sunset: number;
}

interface Deprecatable {
  readonly deprecated?: boolean;
  /** Days, from whose begin in UTC it is so. */
  readonly 'x-tillgate-deprecated'?: string;
  readonly 'x-tillgate-sunset'?: string;
}

/** The deprecation of an operation; undefined for one that stays. Lint requires both days of a deprecated one. */
export const deprecationOf = ({
  deprecated = false,
  'x-tillgate-deprecated': since = '',
  'x-tillgate-sunset': sunset = '',
}: Deprecatable): Deprecation | undefined =>
  deprecated ? { since: Date.parse(since), sunset: Date.parse(sunset) } : undefined;
