import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sendRaw } from '../../support/raw-http.ts';
import { sharedService, startService } from '../../support/service.ts';

test('The credentials of the demo are offered to a browser on this machine, by the demo alone', async () => {
  const { apiUrl, databases } = await sharedService();
  expect((await fetch(new URL('/docs/demo.json', apiUrl))).status).toBe(404);
  const folder = await mkdtemp(join(tmpdir(), 'tillgate-documents-'));
  const app = { clientId: 'svc_app_sb_1', clientSecret: 'svc_sk_sb_1', apiKey: 'svc_ak_sb_1' };
  const merchants = [
    { companyId: 1, name: 'Shop', demo: true, owner: { password: 'secret' } },
    { companyId: 2, name: 'Live', demo: false },
  ];
  await writeFile(join(folder, 'demo.json'), JSON.stringify({ apps: [app], merchants }));
  const settings = { TILLGATE_DATA_DIR: folder };
  const demo = await startService({ databases: { ...databases, close: async () => {} }, settings });
  try {
    expect(await (await fetch(new URL('/docs/demo.json', demo.apiUrl))).json()).toEqual({
      apps: [{ clientId: 'svc_app_sb_1', clientSecret: 'svc_sk_sb_1' }],
      merchants: [{ companyId: 1, name: 'Shop' }],
    });
    const refused: Record<string, string>[] = [
      { Host: 'tillgate.example' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'X-Forwarded-For': '192.0.2.1' },
    ];
    for (const headers of refused)
      expect([headers, (await sendRaw(demo.apiUrl, 'GET', '/docs/demo.json', headers)).status]).toEqual([headers, 404]);
  } finally {
    await demo.stop();
    await rm(folder, { recursive: true });
  }
});
