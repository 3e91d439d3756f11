import { isWellFormed } from '../../control/credentials/secrets.ts';
import { type AuthorizingClient, findClient, type Query } from './client.ts';
import { ConsentError } from './refusals.ts';

export async function checkClient(query: Query, clientId: string | undefined): Promise<AuthorizingClient> {
  const client = clientId && isWellFormed('clientId', clientId) ? await findClient(query, clientId) : undefined;
  if (!client || (client.archived && client.env === 'SANDBOX')) throw new ConsentError('oauth.client_not_found');
  return client;
}
