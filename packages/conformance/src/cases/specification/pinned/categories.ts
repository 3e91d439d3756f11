import type { Case } from '../../../engine/case.ts';
import { pinned } from './pinned.ts';

export const PINNED_CATEGORIES: readonly Case[] = [
  pinned(
    'categories',
    ['categories.no_cycles', 'categories.unique_name', 'categories.defaults', 'records.reference_named'],
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
    },
  ),
];
