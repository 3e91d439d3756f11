import type { Config } from '../config.ts';
import type { Control } from '../control/control.ts';
import type { DatabasePool } from '../database/pool.ts';

/** Mails login notices from a process without a web host. */
export interface Announcer {
  readonly announce: NonNullable<Control['announce']>;
  /** Waits for mails that are being sent. */
  close(): Promise<void>;
}

/** Returns undefined without a mail server in the settings. */
export async function openAnnouncer(
  config: Config,
  pool: DatabasePool,
  onFailure: (error: unknown) => void,
): Promise<Announcer | undefined> {
  const { mail, brand } = config;
  if (!mail) return undefined;
  const [{ Mailer }, { mailNotices }] = await Promise.all([
    import('../process/mailer.ts'),
    import('../pages/kit/notices.ts'),
  ]);
  const mailer = new Mailer(mail, onFailure);
  const announce = mailNotices({ pool, mailer, name: brand.name, webUrl: webUrlOf(config) });
  return { announce, close: () => mailer.close() };
}

/** {base_url} of a deployment whose API is in another process. */
export const apiUrlOf = ({ apiUrl, apiPort }: Config): string => `${apiUrl ?? `http://localhost:${apiPort}`}/v1`;

/** {auth_url} of a deployment whose web host is in another process. */
export const webUrlOf = ({ webUrl, webPort }: Config): string => webUrl ?? `http://localhost:${webPort}`;
