/** A change of the control plane that its rules refuse. The message is for the person who asked. */
export class DirectoryError extends Error {
  override name = 'DirectoryError';
}
