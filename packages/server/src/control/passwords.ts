import { hash, verify } from '@node-rs/argon2';
import { DirectoryError } from './errors.ts';

/** Limits of a new password. NIST SP 800-63B-4 asks for 15 characters where the password is the only factor. */
const MIN_PASSWORD_LENGTH = 15;
/** Bounds the work of argon2, which reads the whole password. */
const MAX_PASSWORD_LENGTH = 256;

const RULES = {
  short: `A password has at least ${MIN_PASSWORD_LENGTH} characters.`,
  long: `A password has at most ${MAX_PASSWORD_LENGTH} characters.`,
  common: 'The password is too easy to guess: it consists of common words, the e-mail address, or few characters.',
};

export type PasswordRule = keyof typeof RULES;

export class PasswordRejected extends DirectoryError {
  override name = 'PasswordRejected';
  readonly rule: PasswordRule;

  constructor(rule: PasswordRule) {
    super(RULES[rule]);
    this.rule = rule;
  }
}

/** Parts of common passwords; longer ones come before their substrings. */
const COMMON =
  `abcdefghijklmnopqrstuvwxyz qwertzuiopasdfghjkl qwertyuiopasdfghjkl zyxwvutsrqponmlkjihgfedcba 1qaz2wsx3edc4rfv
  1q2w3e4r5t6y7u8i administrator motdepasse contrasena 1234567890 0987654321 0123456789 9876543210 qwertyuiop
  correcthorsebatterystaple password passwort passw0rd p4ssword p4ssw0rd asdfghjkl iloveyou sunshine princess
  football baseball superman starwars trustno1 whatever changeme whoareyou bismillah inshallah krishna computer
  123456789 letmein welcome zxcvbnm charlie michael jennifer default freedom liverpool monkey dragon master shadow
  batman secret qwerty qwertz azerty abcdef abc123 123456 admin hello login asdfgh 12345 54321 asdf 1234 test user
  love this my`
    .split(/\s+/)
    .sort((one, other) => other.length - one.length);

/** Minimum number of different letters and digits outside common words and the person's own address. */
const MIN_VARIETY = 5;

export function checkPassword(password: string, email: string): void {
  if (password.length > MAX_PASSWORD_LENGTH) throw new PasswordRejected('long');
  if ([...normal(password)].length < MIN_PASSWORD_LENGTH) throw new PasswordRejected('short');
  const own = plain(email.replace(/@.*$/, ''));
  const words = own.length > 3 ? [own, ...COMMON] : COMMON;
  const rest = words.reduce((text, word) => text.replaceAll(word, ' '), plain(password)).replaceAll(' ', '');
  if (new Set(rest).size < MIN_VARIETY) throw new PasswordRejected('common');
}

const plain = (text: string): string =>
  normal(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');

/** Unicode form that is the same on every keyboard (NIST SP 800-63B-4 §3.1.1.2). */
const normal = (password: string): string => password.normalize('NFKC');

/** Hashes with argon2id on libuv's thread pool, which limits how many run at once. */
export const hashPassword = (password: string): Promise<string> => hash(normal(password));

/** Hash verified for unknown people, so that timing does not reveal which accounts exist. */
let decoy: Promise<string> | undefined;

/** Verifies a password against its hash. Takes equally long without a hash. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  if (password.length > MAX_PASSWORD_LENGTH) return false;
  decoy ??= hash('decoy');
  const matches = await verify(stored ?? (await decoy), normal(password));
  return matches && stored !== undefined;
}
