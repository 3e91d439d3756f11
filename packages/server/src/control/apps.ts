import sql, { join, raw } from 'sql-template-tag';
import type { ControlTransaction } from './control.ts';
import { DirectoryError } from './errors.ts';
import type { Environment, Product } from './products.ts';
import { checkCharacters, normalName, problemOfHostName, saysSomething } from './text.ts';

/** An app's profile as an operator approved it. Merchants see this version. */
export interface Listing {
  readonly name: string;
  readonly description: string | null;
  readonly website: string | null;
  readonly privacyPolicy: string | null;
  /** Digest of the logo. */
  readonly logo: string | null;
}

/** Review state of an app's profile: never approved, approved, or changed since and then submitted or rejected. */
export type ListingState = 'NONE' | 'APPROVED' | 'SUBMITTED' | 'REJECTED';

/** Current profile of `control.apps a`, shaped like a listing. */
export const PROFILE = `jsonb_build_object('name', a.name, 'description', a.description, 'website', a.website,
  'privacyPolicy', a.privacy_policy, 'logo', a.logo)`;

export const LISTING_STATE = `case when a.listing is null then 'NONE' when a.listing = ${PROFILE} then 'APPROVED'
  when a.listing_submitted_at is not null then 'SUBMITTED' else 'REJECTED' end`;

/** Name of `control.apps a` as merchants see it. Apps that were never approved exist only in the sandbox. */
export const LISTED_NAME = `coalesce(a.listing->>'name', a.name)`;

/** Increments the profile's version and submits it for review, unless merchants already see this profile. */
export async function submitProfile(tx: ControlTransaction, appId: number): Promise<void> {
  await tx.query(sql`update control.apps a set profile_version = profile_version + 1,
      listing_submitted_at = case when listing <> ${raw(PROFILE)}
    then coalesce(listing_submitted_at, ${tx.timestamp}) end
    where id = ${appId}`);
}

/** Deletes all logos except the profile's and the one that merchants see. */
export const dropUnusedLogos = (tx: ControlTransaction, appId: number): Promise<object[]> =>
  tx.query(sql`delete from control.app_logos l using control.apps a where a.id = ${appId} and l.app_id = a.id
    and l.digest is distinct from a.logo and l.digest is distinct from a.listing->>'logo'`);

export type ReviewState = 'DRAFT' | 'SUBMITTED' | 'APPROVED' | 'REJECTED';

export interface App {
  readonly id: number;
  readonly organizationId: number;
  readonly name: string;
  readonly product: Product;
  readonly reviewState: ReviewState;
  readonly archived: boolean;
}

const COLUMNS = `id, organization_id as "organizationId", name, product, review_state as "reviewState",
  archived_at is not null as archived`;

export type NewApp = Pick<App, 'organizationId' | 'name' | 'product'>;

export async function createApp(tx: ControlTransaction, { organizationId, product, ...given }: NewApp): Promise<App> {
  const name = normalName('The name of an app', given.name);
  const app = await tx.require<App>(
    sql`insert into control.apps (organization_id, name, product, created_at)
      select id, ${name}, ${product}, ${tx.timestamp} from control.organizations where id = ${organizationId}
      returning ${raw(COLUMNS)}`,
    `No such organization: ${organizationId}.`,
  );
  await tx.audit('app.created', { organizationId, appId: app.id, details: { name, product } });
  return app;
}

/** Locks an app for a change. Throws a DirectoryError if it is unknown or archived; archived apps never change. */
export async function lockApp(tx: ControlTransaction, appId: number): Promise<App> {
  const app = await tx.require<App>(
    sql`select ${raw(COLUMNS)} from control.apps where id = ${appId} for update`,
    `No such app: ${appId}.`,
  );
  if (app.archived) throw new DirectoryError(`The app ${appId} is archived.`);
  return app;
}

/** Locks an app for a change in an environment. Production requires an approved app. */
export async function lockForEnvironment(tx: ControlTransaction, appId: number, env: Environment): Promise<App> {
  const app = await lockApp(tx, appId);
  if (env === 'SANDBOX' || app.reviewState === 'APPROVED') return app;
  throw new DirectoryError(
    `The app ${appId} is ${app.reviewState}; only an APPROVED app can have production credentials.`,
  );
}

/** Archives an app. Its credentials stop working at once; access tokens stay valid until their `exp`. */
export async function archiveApp(tx: ControlTransaction, appId: number): Promise<void> {
  const { organizationId } = await lockApp(tx, appId);
  await tx.query(sql`update control.apps set archived_at = ${tx.timestamp} where id = ${appId}`);
  await tx.audit('app.archived', { organizationId, appId });
}

/** Sets the requests per minute; null restores the deployment's default. */
export async function setRateLimit(tx: ControlTransaction, appId: number, limit: number | null): Promise<void> {
  const { organizationId } = await lockApp(tx, appId);
  await tx.query(sql`update control.apps set rate_limit = ${limit} where id = ${appId}`);
  await tx.audit('app.rate_limit_set', { organizationId, appId, details: { limit } });
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
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '')
    throw new DirectoryError('The address of a page must begin with https:// and have no user name.');
  const problem = problemOfHostName(url);
  if (problem) throw new DirectoryError(`The address of a page ${problem}.`);
  if (url.href.length <= MAX_LINK) return url.href;
  throw new DirectoryError(`The address of a page must be at most ${MAX_LINK} characters long.`);
}

/** Merchants see the previous profile until an operator approves the change. Absent fields stay; null clears one. */
export async function changeProfile(
  tx: ControlTransaction,
  appId: number,
  profile: { readonly [Name in keyof Omit<Listing, 'logo'>]?: Listing[Name] | undefined },
): Promise<App> {
  const app = await lockApp(tx, appId);
  const name = profile.name === undefined ? app.name : normalName('The name of an app', profile.name);
  const { description, website, privacyPolicy } = profile;
  const given = Object.entries({ description, website, privacy_policy: privacyPolicy }).filter(
    ([, value]) => value !== undefined,
  );
  const assignments = join(
    [['name', name] as const, ...given].map(([column, value]) => sql`${raw(column)} = ${value}`),
    ', ',
  );
  await tx.query(sql`update control.apps set ${assignments} where id = ${appId}`);
  await submitProfile(tx, appId);
  const subject = { organizationId: app.organizationId, appId };
  if (name !== app.name) await tx.audit('app.renamed', { ...subject, details: { name, former: app.name } });
  if (given.length > 0) await tx.audit('app.profile_changed', { ...subject, details: Object.fromEntries(given) });
  return { ...app, name };
}
