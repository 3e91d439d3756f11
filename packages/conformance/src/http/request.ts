/** A request to the API, apart from its method and path. */
export interface Request {
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers sent a second time, with this value. */
  readonly repeated?: Readonly<Record<string, string>>;
  /** Sent as JSON unless it is a string. */
  readonly body?: unknown;
  /** Name of the budget that it counts against, from `budgetOf`. */
  readonly budget?: string;
  /** Set while other requests on the same budget are under way. */
  readonly concurrent?: boolean;
  /** Sent even when the budget is spent. */
  readonly unpaced?: boolean;
}
