/**
 * A server in a separate process that tests can kill: `node serve-folder.ts <folder> [running]`.
 * Prints one line with its address and credentials. With `running`, its time is real.
 */

import { openFolder } from '../../src/database/embedded.ts';
import { migrate } from '../../src/database/migrate.ts';
import { OAuthClient } from './oauth.ts';
import { startService } from './service.ts';

const [folder = '', running] = process.argv.slice(2);
const databases = await openFolder(folder);
await migrate(databases);
const service = await startService({ databases, running: running !== undefined });
const partner = await service.newPartner();
const merchant = await service.newMerchant(partner.organizationId);
const { token } = await service.connectTo(partner, merchant);
const { refreshToken } = await new OAuthClient(service, partner).connect(merchant);
process.stdout.write(`${JSON.stringify({ apiUrl: service.apiUrl, token, refreshToken, partner, merchant })}\n`);
