/** A change that the rules of the control plane reject. The message is for people. */
export class DirectoryError extends Error {
  override name = 'DirectoryError';
}
