import type { JWK } from 'jose';
import { hashPassword } from '../../src/control/passwords.ts';
import type { Databases } from '../../src/database/database.ts';
import { openSecrets, readKey, type SecretStore, signingKeyName } from '../../src/database/secrets.ts';

/** The key that encrypts secrets in the tests' databases. */
export const TEST_KEY = Buffer.alloc(32, 'test key').toString('base64');

export const secretsOf = (databases: Databases): Promise<SecretStore> =>
  openSecrets([readKey(TEST_KEY) as Buffer], databases);

/** Password of everyone in tests who does not choose one. */
export const PASSWORD = 'correct horse battery';

let hash: Promise<string> | undefined;

/** Hash of that password, computed once because hashing is slow on purpose. */
export const passwordHash = (): Promise<string> => {
  hash ??= hashPassword(PASSWORD);
  return hash;
};

/** Private signing key of the server. */
export async function privateKeyOf(databases: Databases, kid: string): Promise<JWK> {
  const { control, sealing } = await secretsOf(databases);
  const { rows } = await control.query<{ sealed: string }>('select sealed from control.signing_keys where kid = $1', [
    kid,
  ]);
  return JSON.parse((await sealing.open(signingKeyName(kid), rows[0]?.sealed as string)).toString());
}
