import { afterAll, expect, test } from 'vitest';
import { newOwner } from '../../support/consent.ts';
import { type Area, everyPage } from '../../support/every-page.ts';
import { startService } from '../../support/service.ts';
import { developerOf, operatorOf } from '../../support/staff.ts';
import { Visitor } from '../../support/web-visitor.ts';

const service = await startService({ logsRequests: true });
afterAll(() => service.stop());

const { organizationId } = await service.newPartner();
const { company, ...pages } = await everyPage(service, organizationId);
const owner = await Visitor.signedIn(service, await newOwner(service, company));
const VISITORS: Partial<Record<Area, Visitor>> = {
  account: owner,
  merchant: owner,
  console: await developerOf(service, organizationId),
  operator: await operatorOf(service),
};

/** Parameters that no form has. */
const OF_LINKS = ['q', 'search', 'state', 'client_id', 'redirect_uri', 'scope', 'next', 'after'];

const FIELDS = /<(?:input|select|textarea)[^>]* name="([^"]+)"/g;

test.each(Object.keys(pages) as Area[])(
  'Pages of the area %s take a null character in any field without failing',
  async (area) => {
    const visitor = VISITORS[area] ?? new Visitor(service);
    const token = VISITORS[area] ? await visitor.token() : '';
    const fields: Record<string, string> = {};
    const failed: string[] = [];
    for (const { address } of pages[area].filter(({ get }) => get)) {
      const { html } = await visitor.send('GET', address);
      const names = [...html.matchAll(FIELDS)].map(([, name = '']) => name);
      for (const name of names) fields[name] = 'a\0';
      for (const name of new Set([...names, ...OF_LINKS])) {
        const asked = `${address}${address.includes('?') ? '&' : '?'}${name}=a%00`;
        const { status } = await visitor.send('GET', asked);
        if (status >= 500) failed.push(`GET ${asked}`);
      }
    }
    for (const { address, post } of pages[area]) {
      if (!post || address.startsWith('/sign-out')) continue;
      const { status } = await visitor.post(address, { ...fields, token });
      if (status >= 500) failed.push(`POST ${address}`);
    }
    expect(failed).toEqual([]);
  },
);
