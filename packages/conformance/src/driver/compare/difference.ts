/** One difference, with the rule that predicted otherwise. */
export interface Difference {
  /** `status`, a header's name, or a JSON Pointer into the body. */
  readonly at: string;
  readonly expected: unknown;
  readonly got: unknown;
  readonly rule: string;
}
