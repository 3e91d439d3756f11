import { problemOfHostName } from '../../process/host-names.ts';
import type { ControlTransaction } from '../control.ts';
import { DirectoryError } from '../directory-error.ts';
import { checkCharacters, normalName, saysSomething } from '../text.ts';
import { submitProfile } from './app-listing.ts';
import { type App, lockApp } from './apps.ts';

/** Profile of an app as edited by a developer. Absent fields stay unchanged; null clears a field. */
export interface AppProfile {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly website?: string | null | undefined;
  readonly privacyPolicy?: string | null | undefined;
}

const MAX_DESCRIPTION = 1000;
const MAX_LINK = 512;

/** Normalizes text of one or more lines. */
export function checkedDescription(text: string): string {
  const description = text.normalize('NFC').replaceAll('\r\n', '\n').trim();
  checkCharacters('The description', description.replaceAll('\n', ' '));
  if (description !== '' && !saysSomething(description)) throw new DirectoryError('The description must not be empty.');
  if ([...description].length <= MAX_DESCRIPTION) return description;
  throw new DirectoryError(`The description must be at most ${MAX_DESCRIPTION} characters long.`);
}

/** Normalizes the address of a page for merchants, as browsers do. */
export function checkedLink(text: string): string {
  checkCharacters('The address of a page', text);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') {
    throw new DirectoryError('The address of a page must begin with https:// and have no user name.');
  }
  const problem = problemOfHostName(url);
  if (problem) throw new DirectoryError(`The address of a page ${problem}.`);
  if (url.href.length <= MAX_LINK) return url.href;
  throw new DirectoryError(`The address of a page must be at most ${MAX_LINK} characters long.`);
}

/** Changes an app's profile. Merchants see the previous one until an operator approves the change. */
export async function changeProfile(tx: ControlTransaction, appId: number, profile: AppProfile): Promise<App> {
  const app = await lockApp(tx, appId);
  const name = profile.name === undefined ? app.name : normalName('The name of an app', profile.name);
  const { description, website, privacyPolicy } = profile;
  const given = Object.entries({ description, website, privacy_policy: privacyPolicy }).filter(
    ([, value]) => value !== undefined,
  );
  const columns = given.map(([column], i) => `, ${column} = $${i + 3}`).join('');
  await tx.query(`update control.apps set name = $2${columns} where id = $1`, [
    appId,
    name,
    ...given.map(([, value]) => value),
  ]);
  await submitProfile(tx, appId);
  await auditProfile(tx, app, name, Object.fromEntries(given));
  return { ...app, name };
}

async function auditProfile(tx: ControlTransaction, app: App, name: string, changes: object): Promise<void> {
  const subject = { organizationId: app.organizationId, appId: app.id };
  if (name !== app.name) await tx.audit('app.renamed', { ...subject, details: { name, former: app.name } });
  if (Object.keys(changes).length > 0) await tx.audit('app.profile_changed', { ...subject, details: { ...changes } });
}
