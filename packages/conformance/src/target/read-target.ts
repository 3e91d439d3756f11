import { dirname, resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import schema from '../../target.schema.json' with { type: 'json' };
import { readBackOffice } from '../back-office/read-back-office.ts';
import { CannotRun, readGiven } from '../exit.ts';
import { redact } from '../http/redact.ts';
import type { App, Limits, Merchant, Target } from './target.ts';

export interface TargetFlags {
  readonly baseUrl?: string | undefined;
  readonly authUrl?: string | undefined;
}

type Configuration = Partial<Omit<Target, 'limits'>> & { readonly limits?: Partial<Limits> };

const validate = new Ajv2020({ allErrors: true }).compile<Configuration>(schema);

/** Reads the configuration of a deployment. Throws CannotRun with all errors, one per line. */
export function readTarget(file: string, flags: TargetFlags): Target {
  return toTarget(readJson(file), flags, file);
}

function readJson(file: string): unknown {
  const text = readGiven(file);
  try {
    return JSON.parse(text);
  } catch (error) {
    // The message of the error quotes the file, which contains credentials.
    const [where] = /line \d+ column \d+/.exec(String(error)) ?? [];
    throw new CannotRun(`${file} is not valid JSON${where ? ` at ${where}` : ''}.`);
  }
}

export function toTarget(configuration: unknown, flags: TargetFlags, file = 'configuration'): Target {
  if (!validate(configuration)) {
    const problems = (validate.errors ?? []).map(({ instancePath, message, params }) => {
      const names = Object.values(params ?? {})
        .flat()
        .join(', ');
      return `  ${instancePath || '(top)'} ${message}${names && ` (${names})`}`;
    });
    throw new CannotRun(`${file} is not as target.schema.json says:\n${problems.join('\n')}`);
  }
  const { limits, apps = [], merchants = [], name, clockUrl, developer, receiver } = configuration;
  const baseUrl = flags.baseUrl ?? configuration.baseUrl;
  if (!baseUrl) throw new CannotRun(`Say where the deployment is: --base-url, or baseUrl in ${file}.`);
  const authUrl = flags.authUrl ?? configuration.authUrl;
  for (const [field, url] of Object.entries({ baseUrl, authUrl, clockUrl }))
    if (url !== undefined && !URL.canParse(url))
      throw new CannotRun(
        `${field}: ${redact(url)} is not a URL. Write it in full, such as https://api.example.com/v1.`,
      );
  requireRoles(apps, merchants, file);
  return {
    name: name ?? redact(baseUrl),
    baseUrl: baseUrl.replace(/\/$/, ''),
    authUrl: authUrl?.replace(/\/$/, ''),
    clockUrl,
    limits: { requestsPerMinute: 300, mintsPerMinute: 30, ...limits },
    developer,
    receiver,
    apps,
    merchants: merchants.map((merchant) => withFile(merchant, dirname(file))),
  };
}

/** Resolves the back-office file relative to the configuration and checks that it is readable. */
function withFile(merchant: Merchant, folder: string): Merchant {
  if (!merchant.backOffice) return merchant;
  const backOffice = { ...merchant.backOffice, file: resolve(folder, merchant.backOffice.file) };
  readBackOffice(backOffice);
  return { ...merchant, backOffice };
}

/** The minimum that tenancy tests need: two merchants and two apps. */
function requireRoles(apps: readonly App[], merchants: readonly { role: string }[], file: string): void {
  for (const role of ['main', 'other'] as const) {
    const app = apps.find((one) => one.role === role && one.product === 'FULL' && one.env === 'SANDBOX');
    if (!app?.clientId || !app.clientSecret)
      throw new CannotRun(`${file} has no FULL SANDBOX app with a client id and secret in the role ${role}.`);
    if (!merchants.some((one) => one.role === role))
      throw new CannotRun(`${file} has no merchant in the role ${role}.`);
  }
}
