/** A change that the rules of the control plane reject. The message is for the operator. */
export class DirectoryError extends Error {
  override name = 'DirectoryError';
}
