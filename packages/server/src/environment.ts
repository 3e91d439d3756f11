import { StartError } from './start-error.ts';
import { readKey } from './storage/encryption-keys.ts';

/** Readers of single settings. Each throws a StartError that names the setting and the rule. */
export type Environment = Readonly<Record<string, string | undefined>>;

export function integer(env: Environment, name: string, otherwise: number, min: number, max: number): number {
  const text = env[name];
  if (text === undefined || text === '') return otherwise;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new StartError(`${name} must be an integer from ${min} to ${max}, not ${JSON.stringify(text)}.`);
}

/** An origin such as `https://api.example.com`, without a path. */
export function origin(env: Environment, name: string): string | undefined {
  const text = url(env, name, ['http:', 'https:']);
  if (text === undefined) return undefined;
  const { origin, pathname, search } = new URL(text);
  if (pathname === '/' && search === '') return origin;
  throw new StartError(`${name} must be an origin such as https://api.example.com, without a path.`);
}

export function url(env: Environment, name: string, protocols: readonly string[]): string | undefined {
  const text = env[name];
  if (text === undefined || text === '') return undefined;
  if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text;
  // The value may hold a password, so it is not repeated.
  throw new StartError(`${name} must be a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}.`);
}

export function choice<T extends string>(env: Environment, name: string, choices: readonly T[]): T | undefined {
  const text = env[name];
  if (!text) return undefined;
  const chosen = choices.find((one) => one === text);
  if (chosen) return chosen;
  throw new StartError(`${name} must be one of ${choices.join(', ')}, not ${JSON.stringify(text)}.`);
}

/** One or several keys of 32 bytes; none for a setting that is absent. */
export function secrets(env: Environment, name: string): Buffer[] {
  const texts = env[name] ? env[name].split(',') : [];
  const read = texts.flatMap((text) => readKey(text.trim()) ?? []);
  if (read.length === texts.length) return read;
  throw new StartError(
    `${name} must be 32 random bytes in base64, as \`openssl rand -base64 32\` prints; or several such keys, separated by commas.`,
  );
}
