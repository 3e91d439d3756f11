import { expect, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { openRuntime } from '../../../src/runtime.ts';
import { deliveryOf } from '../../../src/webhooks/requests.ts';
import { sharedService } from '../../support/service.ts';

const { databases, clock } = await sharedService();

test.each<[string, 'embedded' | 'postgres', Record<string, string>, boolean]>([
  ['the embedded database', 'embedded', {}, true],
  ['its pages on this machine', 'embedded', { TILLGATE_WEB_URL: 'http://127.0.0.1:8080' }, true],
  ['public pages', 'embedded', { TILLGATE_WEB_URL: 'https://pos.example' }, false],
  [
    'public pages and the setting',
    'embedded',
    { TILLGATE_WEB_URL: 'https://pos.example', TILLGATE_WEBHOOK_LOOPBACK: '1' },
    true,
  ],
  ['PostgreSQL', 'postgres', {}, false],
])('Whether endpoints of the sandbox may be on this machine follows from %s', (_, kind, settings, expected) => {
  const runtime = openRuntime(readConfig(settings), { ...databases, kind }, { clock });
  expect(deliveryOf(runtime).loopback).toBe(expected);
});
