const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** ETag of a list or report: a digest of its text (FNV-1a, fast and synchronous in every runtime). */
export function contentTag(text: string): string {
  let hash = OFFSET;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), PRIME);
  return `"${(hash >>> 0).toString(16)}"`;
}
