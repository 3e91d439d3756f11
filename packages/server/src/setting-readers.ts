import { readKey } from './database/secrets.ts';
import { StartError } from './process/start-error.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Parses the text of one setting. Throws a StartError that names the setting and the rule. */
export type Reader<T> = (variable: string, text: string) => T;

export const text: Reader<string> = (_, text) => text;

export const integer =
  (min: number, max: number): Reader<number> =>
  (variable, text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new StartError(`${variable} must be an integer from ${min} to ${max}, not ${JSON.stringify(text)}.`);
  };

export const port = integer(0, 65_535);

export const flag: Reader<boolean> = (variable, text) => integer(0, 1)(variable, text) === 1;

export const choice =
  <T extends string>(...choices: readonly T[]): Reader<T> =>
  (variable, text) => {
    const chosen = choices.find((one) => one === text);
    if (chosen) return chosen;
    throw new StartError(`${variable} must be one of ${choices.join(', ')}, not ${JSON.stringify(text)}.`);
  };

export const url =
  (...protocols: readonly string[]): Reader<string> =>
  (variable, text) => {
    if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text;
    // The URL may contain a password, so the message does not repeat it.
    throw new StartError(`${variable} must be a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}.`);
  };

export const postgres = url('postgres:', 'postgresql:');

/** An origin without a path, such as `https://api.example.com`. */
export const origin: Reader<string> = (variable, text) => {
  const { origin, pathname, search } = new URL(url('http:', 'https:')(variable, text));
  if (pathname === '/' && search === '') return origin;
  throw new StartError(`${variable} must be an origin such as https://api.example.com, without a path.`);
};

export const origins: Reader<readonly string[]> = (variable, text) => {
  const texts = text.split(',').map((each) => each.trim());
  if (!texts.includes('')) return texts.map((each) => origin(variable, each));
  throw new StartError(`${variable} must be one or several origins such as http://10.0.0.5:3003, separated by commas.`);
};

export const email: Reader<string> = (variable, text) => {
  if (/^[^\s@<>]+@[^\s@<>]+$/.test(text)) return text;
  throw new StartError(
    `${variable} must be an e-mail address such as tillgate@example.com, not ${JSON.stringify(text)}.`,
  );
};

export const keys: Reader<readonly [Buffer, ...Buffer[]]> = (variable, text) => {
  const texts = text.split(',');
  const [first, ...more] = texts.flatMap((each) => readKey(each.trim()) ?? []);
  if (first && 1 + more.length === texts.length) return [first, ...more];
  throw new StartError(
    `${variable} must be 32 random bytes in base64, as \`openssl rand -base64 32\` prints; or several such keys, separated by commas.`,
  );
};

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Tracing settings. OpenTelemetry's libraries read their other variables themselves. */
export interface TracingConfig {
  readonly sampler: (typeof SAMPLERS)[number];
  /** Share of traces that a ratio sampler keeps, from 0 to 1. */
  readonly ratio: number;
}

/** Reads OpenTelemetry's variables. Supports one protocol. */
export function tracingSettings(env: Environment): TracingConfig | undefined {
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!endpoint || env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none')
    return undefined;
  const protocol = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || env.OTEL_EXPORTER_OTLP_PROTOCOL;
  if (protocol && protocol !== 'http/json')
    throw new StartError('OTEL_EXPORTER_OTLP_PROTOCOL must be http/json, which collectors take at port 4318.');
  const named = env.OTEL_TRACES_SAMPLER || 'parentbased_always_on';
  const sampler = choice(...SAMPLERS)('OTEL_TRACES_SAMPLER', named);
  const ratio = Number(env.OTEL_TRACES_SAMPLER_ARG || 1);
  if (!(ratio >= 0 && ratio <= 1)) throw new StartError('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.');
  return { sampler, ratio };
}
