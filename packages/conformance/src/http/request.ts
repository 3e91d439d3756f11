/** A request to the API, apart from its method and path. */
export interface Request {
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers sent a second time, with this value. */
  readonly repeated?: Readonly<Record<string, string>>;
  /** Sent as JSON unless it is a string. */
  readonly body?: unknown;
  /** The limit that the request counts against, from `budgetOf`. */
  readonly budget?: string;
  /** True while other requests that count against the same limit are in flight. */
  readonly concurrent?: boolean;
  /** Called once the head is sent. The body follows when the promise settles. */
  readonly headSent?: () => Promise<void>;
  /** Sent even if the limit is reached. */
  readonly unpaced?: boolean;
}

/** Header fields as a server receives them: by lower-case name, without space around the value (RFC 9110 §5.5). */
export const asReceived = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim()]));
