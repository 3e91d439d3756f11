import type { ControlTransaction } from '../control.ts';
import { DirectoryError } from '../directory-error.ts';
import { lockOrganization } from '../people/staff.ts';
import { createApiKey } from './api-keys.ts';
import { type App, createApp, type NewApp } from './apps.ts';
import { type CredentialOptions, type IssuedCredential, issueCredential } from './credentials.ts';

/** A new app with its sandbox credentials, which are shown once. */
export interface RegisteredApp extends App, IssuedCredential {
  /** Present for an ADSR app. */
  readonly apiKey?: string;
}

/** Registers an app as a draft, with sandbox credentials. */
export async function registerApp(
  tx: ControlTransaction,
  app: NewApp,
  options: CredentialOptions = {},
): Promise<RegisteredApp> {
  await requireRoom(tx, app.organizationId);
  const created = await createApp(tx, app);
  const credential = await issueCredential(tx, created.id, 'SANDBOX', options);
  if (app.product !== 'ADSR') return { ...created, ...credential };
  const { apiKey } = await createApiKey(tx, created.id, 'SANDBOX', options);
  return { ...created, ...credential, apiKey };
}

/** Maximum number of apps per organization, not counting archived ones. */
const MAX_APPS = 100;

async function requireRoom(tx: ControlTransaction, organizationId: number): Promise<void> {
  await lockOrganization(tx, organizationId);
  const apps = 'control.apps where organization_id = $1 and archived_at is null';
  if ((await tx.count(apps, [organizationId])) < MAX_APPS) return;
  throw new DirectoryError(`An organization has at most ${MAX_APPS} apps; archive one first.`);
}
