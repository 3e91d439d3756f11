// The real server in a child process. It consents, and moves its clock, when its parent asks.
import { sharedService } from './service.ts';

let ahead = 0;
const service = await sharedService(() => Date.now() + ahead);
// Makes the live merchant a sandbox merchant, so that the app has three.
await service.databases.control.query(
  `update control.merchants set demo = true, organization_id =
     (select organization_id from control.merchants where demo and organization_id is not null limit 1)
   where not demo`,
);
process.on(
  'message',
  async (request: { id: number; url: string; companyId: number } | { id: number; advance: number }) => {
    if ('advance' in request) ahead += request.advance;
    const callback = 'url' in request ? (await service.consent(request.url, request.companyId)).href : '';
    process.send?.({ id: request.id, callback });
  },
);
const { apiUrl, webUrl, full, merchants } = service;
process.send?.({ apiUrl, webUrl, full, companyIds: merchants.map((one) => one.companyId) });
