import { CompactEncrypt, compactDecrypt } from 'jose';
import * as v from 'valibot';

const flash = v.object({
  message: v.string(),
  /** Labelled values that are shown once. */
  secrets: v.array(v.object({ label: v.string(), value: v.string() })),
});

/** Message from a form to the next page, where it is shown once. */
export type Flash = v.InferOutput<typeof flash>;

const sealedFlash = v.object({ session: v.string(), flash });

/** Encrypts a flash for one session. The browser stores it but cannot read it. */
export function sealFlash(key: Uint8Array, session: string, content: Flash): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify({ session, flash: content }));
  return new CompactEncrypt(text).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(key);
}

/** Decrypts a flash; undefined unless this deployment sealed it for this session. */
export async function openFlash(key: Uint8Array, session: string, sealed: string): Promise<Flash | undefined> {
  const options = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] };
  const opened = await compactDecrypt(sealed, key, options).catch(() => undefined);
  if (!opened) return undefined;
  const found = v.parse(sealedFlash, JSON.parse(new TextDecoder().decode(opened.plaintext)));
  return found.session === session ? found.flash : undefined;
}
