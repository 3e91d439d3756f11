import { CompactEncrypt, compactDecrypt } from 'jose';
import * as v from 'valibot';

const flash = v.object({
  message: v.string(),
  /** Values that are shown this once, with their labels. */
  secrets: v.array(v.object({ label: v.string(), value: v.string() })),
});

/** What a form leaves for the page after it, which shows it once. */
export type Flash = v.InferOutput<typeof flash>;

const sealedFlash = v.object({ session: v.string(), flash });

/** Encrypts a flash for one session: only a browser keeps it, and it cannot read it. */
export function sealFlash(key: Uint8Array, session: string, content: Flash): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify({ session, flash: content }));
  return new CompactEncrypt(text).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(key);
}

/** The flash of a session; undefined for what this deployment has not sealed for it. */
export async function openFlash(key: Uint8Array, session: string, sealed: string): Promise<Flash | undefined> {
  const options = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] };
  const opened = await compactDecrypt(sealed, key, options).catch(() => undefined);
  if (!opened) return undefined;
  const found = v.parse(sealedFlash, JSON.parse(new TextDecoder().decode(opened.plaintext)));
  return found.session === session ? found.flash : undefined;
}
