import type { CaseContext } from '../engine/case-context.ts';
import { LINES } from '../specification/streams.ts';
import { drawRequest } from './draw-request.ts';
import { Driver } from './driver.ts';
import { SPECIFIED } from './operations.ts';
import { pick } from './requests/factor.ts';

/** A list of more records than totals count, filtered and not. */

/** Just above the number up to which every total is exact. */
const ENOUGH = 1_005;
const AT_ONCE = 8;
const READS = 20;

/** Lists of which every record matches, or every active one. */
const QUERIES = [
  'limit=1',
  'limit=1&status=1',
  'limit=1&search=conf',
  'limit=1&status=1&search=conf',
  'limit=100&page=11',
  'limit=100&page=11&search=conf&sort=name&order=asc',
  'limit=1&page=1001&search=conf',
];

/** Creates brands up to that number if `grow` says so, and reads pages of them. */
export async function readMany(t: CaseContext, grow: boolean): Promise<void> {
  const caller = t.as();
  const driver = await Driver.open(t);
  const missing = grow ? Math.max(0, ENOUGH - driver.merchant.tables.brands.size) : 0;
  for (let created = 0; created < missing; created += AT_ONCE) {
    const names = Array.from({ length: AT_ONCE }, () => t.name('many'));
    await Promise.all(names.map((name) => caller.send('POST', '/brands', { body: { name }, concurrent: true })));
  }
  for (const query of QUERIES) await driver.send({ method: 'GET', url: `/brands?${query}` });
  for (const url of ['/brands', '/brands?search=conf']) {
    await driver.stream(url);
    await driver.send({ method: 'HEAD', url, headers: { Accept: LINES } });
  }
  const { body } = await driver.send({ method: 'GET', url: '/brands?limit=3&search=conf' });
  const { nextCursor } = (body as { pagination: { nextCursor: string | null } }).pagination;
  if (nextCursor) await driver.send({ method: 'GET', url: `/brands?limit=2&search=conf&cursor=${nextCursor}` });
  const list = SPECIFIED.find(({ id }) => id === 'listBrands');
  for (let i = 0; list && i < READS; i += 1)
    await driver.send(drawRequest(driver, list, pick([...driver.merchant.tables.brands.values()], driver.draw)));
}
