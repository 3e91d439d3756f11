import { APP_REDIRECT_URIS } from '../../src/control/app-addresses.ts';
import type { Merchant } from '../../src/control/merchants.ts';
import type { Environment } from '../../src/control/products.ts';
import type { Role } from '../../src/control/users.ts';
import { newPerson as newPersonIn, type Person } from './arrange.ts';
import { CALLBACK } from './oauth.ts';
import type { Partner, Service } from './service.ts';

export type { Person };

let people = 0;

export function newPerson(service: Service, roles: readonly (readonly [Merchant, Role])[] = []): Promise<Person> {
  people += 1;
  const email = `person-${people}@merchant.example`;
  return service.control((tx) => newPersonIn(tx, { email }, roles));
}

export const newOwner = (service: Service, ...merchants: Merchant[]): Promise<Person> =>
  newPerson(
    service,
    merchants.map((merchant) => [merchant, 'owner']),
  );

/** Creates an app with a redirect URI, a merchant that it can connect to, and the merchant’s owner. */
export async function newScene(
  service: Service,
  { env = 'SANDBOX', redirectUri = CALLBACK }: { env?: Environment; redirectUri?: string } = {},
): Promise<{ app: Partner; merchant: Merchant; owner: Person }> {
  const { organizationId } = await service.newPartner();
  const app = await service.newApp(organizationId, 'FULL', env);
  await service.control((tx) => APP_REDIRECT_URIS.add(tx, app.appId, redirectUri));
  const live = env === 'PRODUCTION';
  const merchant = await service.newMerchant(live ? null : organizationId, 'UK', !live);
  return { app, merchant, owner: await newOwner(service, merchant) };
}

type Overrides = Readonly<Record<string, string | undefined>>;

/** Path of an authorization request by an app; undefined parameters are left out. */
export function authorizeUrl({ clientId }: Pick<Partner, 'clientId'>, overrides: Overrides = {}): string {
  const parameters = { response_type: 'code', client_id: clientId, redirect_uri: CALLBACK, state: 'xyz', ...overrides };
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `/oauth/authorize?${new URLSearchParams(given)}`;
}
