import { worldOf } from '../../driver/world.ts';
import { type Case, subject } from '../../engine/case.ts';

const specified = subject('stateful', 'specification');

export const TRY_CASES: readonly Case[] = [
  specified('try', ['stateful.model'], 'brands and categories', async (t) => {
    const world = worldOf(t.session);
    const caller = t.as();
    await world.join(caller);
    const send = (method: string, url: string, body?: unknown, headers = {}) => world.send(t, caller, { method, url, body, headers });
    const name = t.name();
    const made = (await send('POST', '/brands', { name: ` ${name} `, description: null, externalId: 'x1' })).body as { id: number };
    await send('GET', `/brands/${made.id}`);
    await send('POST', '/brands', { name: name.toUpperCase() });
    await send('POST', '/brands', { name: t.name(), externalId: 'x1' });
    await send('POST', '/brands', { nam: 3, status: 7 });
    await send('PATCH', `/brands/${made.id}`, { description: 'a' }, { 'Idempotency-Key': name });
    await send('PATCH', `/brands/${made.id}`, { description: 'a' }, { 'Idempotency-Key': name });
    await send('PATCH', `/brands/${made.id}`, { description: 'b' }, { 'Idempotency-Key': name });
    await send('PATCH', `/brands/${made.id}`, { description: 'c' }, { 'If-Match': '"1"' });
    await send('PATCH', `/brands/${made.id}`, { description: 'c', version: 1 }, { 'If-Match': '"2"' });
    await send('PATCH', `/brands/${made.id}?dryRun=true`, { description: 'd' });
    await send('PATCH', `/brands/${made.id}`, { externalId: null }, { 'If-Match': '"2"' });
    await send('GET', `/brands?search=${name}&status=1`);
    await send('GET', '/brands?limit=3&sort=name&order=asc');
    const page = (await send('GET', '/brands?limit=1&sort=name')).body as { pagination: { nextCursor: string | null } };
    await send('GET', `/brands?limit=2&sort=name&cursor=${page.pagination.nextCursor}`);
    await send('GET', `/brands?limit=2&sort=name&order=asc&cursor=${page.pagination.nextCursor}`);
    await send('GET', '/brands/999999999');
    await send('DELETE', '/brands/999999999');
    await send('GET', '/brands?foo=1&limit=200');
    const root = (await send('POST', '/categories', { name })).body as { id: number };
    const below = (await send('POST', '/categories', { name, parentId: root.id, sortOrder: 3 })).body as { id: number };
    await send('PATCH', `/categories/${root.id}`, { parentId: below.id });
    await send('PATCH', `/categories/${root.id}`, { parentId: 999999 });
    await send('POST', '/categories', { name, parentId: root.id });
    await send('GET', '/categories?limit=100&sort=sortOrder');
  }),
];
