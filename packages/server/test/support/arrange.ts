import {
  type AccessDependencies,
  approveAccess,
  type RequestedAccess,
  requestAccess,
} from '../../src/control/access-requests.ts';
import { APP_REDIRECT_URIS } from '../../src/control/app-addresses.ts';
import { approveApp, REVIEW_CHECKS, submitApp } from '../../src/control/app-review.ts';
import { type ControlTransaction, changeControl } from '../../src/control/control.ts';
import { type KeyOptions, type RegisteredApp, registerApp } from '../../src/control/keys.ts';
import { addMember } from '../../src/control/members.ts';
import { createMerchant, type Merchant, type NewMerchant } from '../../src/control/merchants.ts';
import { hashPassword } from '../../src/control/passwords.ts';
import type { Product } from '../../src/control/products.ts';
import { insertUser, type Role } from '../../src/control/users.ts';
import type { Databases } from '../../src/database/database.ts';
import { Regions } from '../../src/database/regions.ts';
import { issueCode } from '../../src/oauth/grants.ts';
import type { Clock } from '../../src/process/time.ts';
import { PASSWORD, passwordHash } from './secrets.ts';

/**
 * Organizations, apps, merchants and people, written without a server: for the tests of the server, the client and the
 * conformance suite, for the drill, and for `conformance arrange`.
 */

/** Databases in which records are arranged, and the clock that dates them. */
export interface Place {
  readonly databases: Databases;
  readonly clock: Clock;
  /** Source of the changes in the audit log. */
  readonly source?: string;
}

const accessOf = ({ databases, clock }: Place): AccessDependencies => ({
  control: { pool: databases.control, clock },
  regions: new Regions(databases, clock),
});

const originOf = ({ source = 'test' }: Place) => ({ source });

/** Changes the control plane as an operator would. */
export const arrange = <T>(place: Place, work: (tx: ControlTransaction) => Promise<T>): Promise<T> =>
  changeControl(accessOf(place).control, originOf(place), work);

interface AppOptions extends KeyOptions {
  readonly organizationId: number;
  readonly product: Product;
  readonly name?: string | undefined;
  /** Approves the app for production, whatever its profile lacks. */
  readonly approved?: boolean;
  readonly redirectUris?: readonly string[];
}

/** An app with sandbox credentials. */
export async function newApp(
  tx: ControlTransaction,
  { organizationId, product, name = `${product} app`, approved = false, redirectUris = [], ...credential }: AppOptions,
): Promise<RegisteredApp> {
  const app = await registerApp(tx, { organizationId, name, product }, credential);
  if (approved) {
    await submitApp(tx, app.id);
    await approveApp(tx, app.id, { despite: REVIEW_CHECKS });
  }
  for (const uri of redirectUris) await APP_REDIRECT_URIS.add(tx, app.id, uri);
  return app;
}

/** A sandbox merchant of the organization, or a live one without. */
export const newMerchant = (
  tx: ControlTransaction,
  organizationId: number | null,
  merchant: Partial<NewMerchant> = {},
  cells?: readonly number[],
): Promise<Merchant> => {
  const usual = { name: 'Harbour Coffee', region: 'UK', demo: organizationId !== null, currency: 'GBP' } as const;
  return createMerchant(tx, { ...usual, organizationId, ...merchant }, cells);
};

export interface Person {
  readonly id: number;
  readonly email: string;
  readonly password: string;
}

/** A person with roles at merchants. */
export async function newPerson(
  tx: ControlTransaction,
  { email, password = PASSWORD, name = 'Olivia Owner' }: { email: string; password?: string; name?: string },
  roles: readonly (readonly [Pick<Merchant, 'companyId'>, Role])[] = [],
): Promise<Person> {
  const hash = await (password === PASSWORD ? passwordHash() : hashPassword(password));
  const { id } = await insertUser(tx, { email, name, passwordHash: hash });
  for (const [{ companyId }, role] of roles) await addMember(tx, id, companyId, role);
  return { id, email, password };
}

interface Consent {
  readonly app: Pick<RegisteredApp, 'clientId'>;
  readonly merchant: Pick<Merchant, 'companyId'>;
  readonly person: Pick<Person, 'id'>;
  readonly redirectUri: string;
  readonly codeChallenge?: string | null;
}

/** The code that the consent screen issues once a person has approved an app for a merchant. */
export const newCode = (
  tx: ControlTransaction,
  { app: { clientId }, merchant: { companyId }, person: { id: userId }, ...consent }: Consent,
): Promise<string> => issueCode(tx, { clientId, companyId, userId, codeChallenge: null, ...consent });

/** Requests access to a merchant's stores for an app. Returns the id of the request. */
export const newAccessRequest = (place: Place, request: RequestedAccess): Promise<number> =>
  requestAccess(accessOf(place), originOf(place), request);

/** Requests access to stores, of which the merchant's owner approves some. */
export async function newApproval(
  place: Place,
  request: RequestedAccess,
  storeIds: readonly number[] = request.storeIds,
): Promise<void> {
  const id = await newAccessRequest(place, request);
  await arrange(place, (tx) => approveAccess(tx, { companyId: request.companyId, id, storeIds }));
}
