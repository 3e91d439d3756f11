import type { Config } from '../config.ts';
import type { RunningServer } from '../server.ts';
import { type DemoFile, demoFileOf, readDemoFile, tokenRequestFileOf } from './seed.ts';

/** Prints the addresses of the service and the first steps. */
export async function introduce(config: Config, server: RunningServer): Promise<void> {
  const { apiUrl, webUrl, opsUrl } = server;
  const demo = config.databaseUrl ? undefined : await readDemoFile(config);
  const lines = [
    '',
    `Tillgate is running${config.role ? ` as ${config.role}` : ''}.`,
    ...hosts(server, config),
    `  Operations ${opsUrl}/healthz`,
    ...(demo ? [...developerConsole(webUrl, demo), ...firstCall(config, apiUrl, demo), ...signIn(webUrl, demo)] : []),
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Addresses that this process serves. */
const hosts = ({ apiUrl, webUrl, ports }: RunningServer, { region }: Config): string[] => [
  ...(ports.api ? [`  API        ${apiUrl}`, `  Reference  ${apiUrl.replace(/\/v1$/, '/docs')}`] : []),
  ...(ports.region ? [`  Region     ${region}, for gateways at port ${ports.region}`] : []),
  ...(ports.web ? [`  Web host   ${webUrl}`] : []),
];

/** A demo.json of an earlier version, or an edited one, may lack parts. */
type Parts = Partial<DemoFile>;

const developerConsole = (webUrl: string, { developer }: Parts): string[] =>
  developer
    ? [
        '',
        `Make a first call in the browser: sign in at ${webUrl}/console, choose an app and press Run under “First call”.`,
        '',
        `  E-mail   ${developer.email}`,
        `  Password ${developer.password}`,
      ]
    : [];

const firstCall = (config: Config, apiUrl: string, { merchants: [merchant] = [] }: Parts): string[] => [
  '',
  `Demo apps and merchants are in ${demoFileOf(config)}. Or mint a token for ${merchant?.name ?? 'a merchant'} from a shell:`,
  '',
  `  TOKEN=$(curl -s ${apiUrl}/token -H 'Content-Type: application/json' -d @${tokenRequestFileOf(config)} | sed 's/.*"access_token":"\\([^"]*\\).*/\\1/')`,
  `  curl -s '${apiUrl}/items?limit=1' -H "Authorization: Bearer $TOKEN"`,
];

const signIn = (webUrl: string, { merchants: [merchant] = [] }: Parts): string[] =>
  merchant?.owner
    ? [
        '',
        `Sign in as the owner of ${merchant.name} at ${webUrl}/sign-in:`,
        '',
        `  E-mail   ${merchant.owner.email}`,
        `  Password ${merchant.owner.password}`,
      ]
    : [];
