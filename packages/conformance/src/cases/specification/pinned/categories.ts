import type { Case } from '../../../engine/case.ts';
import { pinned } from './pinned.ts';

export const PINNED_CATEGORIES: readonly Case[] = [
  pinned(
    'categories',
    'categories form a tree without cycles, with names unique under a parent, as the specification says',
    async (s) => {
      const name = s.name();
      const { id } = await s.post('/categories', { name });
      const below = await s.post('/categories', { name, parentId: id, sortOrder: 3 });
      const furthest = await s.post('/categories', { name: s.name(), parentId: below.id });
      for (const parentId of [id, below.id, furthest.id]) await s.patch(`/categories/${id}`, { parentId });
      await s.patch(`/categories/${id}`, { parentId: 999_999_999 });
      await s.post('/categories', { name, parentId: id });
      await s.get('/categories?limit=100&sort=sortOrder');
      for (const order of ['asc', 'desc']) await s.get(`/categories?status=1&search=conf&sort=name&order=${order}`);
    },
  ),
  pinned(
    'categories.changed',
    'a category becomes a root again, and its items stay as they are when it is deactivated',
    async (s) => {
      const name = s.name();
      const parent = await s.post('/categories', { name });
      const { id } = await s.post('/categories', { name, parentId: parent.id, color: '#1a2b3c' });
      await s.post('/items', { name: s.name(), groupId: id });
      await s.patch(`/categories/${id}`, { parentId: null });
      await s.patch(`/categories/${id}`, { parentId: null, name: s.name(), color: null });
      await s.patch(`/categories/${parent.id}`, { parentId: id });
      for (const category of [id, parent.id]) {
        await s.patch(`/categories/${category}`, { status: 0 });
        await s.get(`/items?groupId=${category}`);
        await s.get(`/categories/${parent.id}`);
      }
    },
  ),
];
