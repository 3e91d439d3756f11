/**
 * A server in a separate process that tests can kill: `node serve-folder.ts <folder>`. Prints one
 * line with its address and credentials, or the reason why it does not start.
 */

import { openFolder } from '../../src/storage/embedded.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { OAuthClient } from './oauth.ts';
import { startService } from './service.ts';

try {
  const databases = await openFolder(process.argv[2] as string);
  await migrate(databases);
  const service = await startService({ databases });
  const partner = await service.newPartner();
  const merchant = await service.newMerchant(partner.organizationId);
  const { token } = await service.connectTo(partner, merchant);
  const { refreshToken } = await new OAuthClient(service, partner).connect(merchant);
  process.stdout.write(`${JSON.stringify({ apiUrl: service.apiUrl, token, refreshToken, partner, merchant })}\n`);
} catch (error) {
  process.stdout.write(`${(error as Error).name}: ${(error as Error).message}\n`);
  process.exit(1);
}
