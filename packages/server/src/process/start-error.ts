/** An error at start: prints one line for the operator, without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}
