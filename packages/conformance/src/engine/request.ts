/** One request to the API, beside its method and path. */
export interface Request {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON unless it is text. */
  readonly body?: unknown;
  /** Whose budget it is counted against once it is admitted, as `budgetOf` names it. */
  readonly budget?: string;
  /** Others of the same budget are on their way at the same time. */
  readonly concurrent?: boolean;
  /** Sent even when the budget is known to be spent. */
  readonly unpaced?: boolean;
}
