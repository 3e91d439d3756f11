/** Thrown at start: one line for the operator, no stack. */
export class StartError extends Error {
  override name = 'StartError';
}
