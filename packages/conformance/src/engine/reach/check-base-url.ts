import { document, OPERATIONS } from '../../contract/bundle.ts';
import { CannotRun } from '../../exit.ts';
import { describePage } from '../forms.ts';
import type { Session } from '../session.ts';
import { answered } from './answered.ts';

interface Contract {
  readonly info?: { readonly title?: unknown; readonly version?: unknown };
  readonly paths?: Readonly<Record<string, unknown>>;
}

/** Rejects a base URL that is not this API in this version. Returns the version of its contract. */
export async function checkBaseUrl(session: Session): Promise<string> {
  const { baseUrl } = session.target;
  const answer = await answered('baseUrl', baseUrl, () => session.send('GET', '/openapi.json'));
  const { info, paths } = (typeof answer.body === 'object' ? (answer.body ?? {}) : {}) as Contract;
  if (answer.status !== 200 || typeof info?.version !== 'string')
    throw new CannotRun(
      `baseUrl: ${baseUrl} is not the API. Its /openapi.json is not a contract: ${describePage(answer)}.`,
    );
  if (!OPERATIONS.some(({ path }) => Object.hasOwn(paths ?? {}, path)))
    throw new CannotRun(`baseUrl: ${baseUrl} is another API, "${info.title}" ${info.version}.`);
  if (seriesOf(info.version) !== seriesOf(document.info.version))
    throw new CannotRun(
      `baseUrl: ${baseUrl} serves version ${info.version} of the contract, and this suite tests ${document.info.version}. Use the suite of that version.`,
    );
  return info.version;
}

/** Major and minor version. Patches change no behaviour. */
const seriesOf = (version: string): string => version.split('.', 2).join('.');
