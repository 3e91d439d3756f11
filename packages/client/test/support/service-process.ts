// The real server in a child process. It consents when its parent asks.
import { sharedService } from './service.ts';

const service = await sharedService(Date.now);
// Makes the live merchant a sandbox merchant, so that the app has three.
await service.databases.control.query(
  `update control.merchants set demo = true, organization_id =
     (select organization_id from control.merchants where demo and organization_id is not null limit 1)
   where not demo`,
);
process.on('message', async ({ id, url, companyId }: { id: number; url: string; companyId: number }) => {
  process.send?.({ id, callback: (await service.consent(url, companyId)).href });
});
const { apiUrl, webUrl, full, merchants } = service;
process.send?.({ apiUrl, webUrl, full, companyIds: merchants.map((one) => one.companyId) });
