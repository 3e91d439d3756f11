import { CompactEncrypt, compactDecrypt } from 'jose';

/** Encrypts content that a browser or a mail keeps for this deployment, but cannot read or forge. */
export function seal(key: Uint8Array, content: object): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(content));
  return new CompactEncrypt(text).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(key);
}

/** Decrypts sealed content; undefined unless this deployment sealed it. */
export async function unseal(key: Uint8Array, sealed: string): Promise<unknown> {
  const options = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] };
  const opened = await compactDecrypt(sealed, key, options).catch(() => undefined);
  return opened && JSON.parse(new TextDecoder().decode(opened.plaintext));
}
