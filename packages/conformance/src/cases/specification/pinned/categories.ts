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
      await s.patch(`/categories/${id}`, { parentId: below.id });
      await s.patch(`/categories/${id}`, { parentId: 999_999_999 });
      await s.post('/categories', { name, parentId: id });
      await s.get('/categories?limit=100&sort=sortOrder');
    },
  ),
];
