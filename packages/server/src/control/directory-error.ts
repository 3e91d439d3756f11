/** A change that the control plane's rules reject. The message is for people. */
export class DirectoryError extends Error {
  override name = 'DirectoryError';
}
