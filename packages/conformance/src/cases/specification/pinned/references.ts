import type { Case } from '../../../engine/case.ts';
import { pinned } from './pinned.ts';

export const PINNED_REFERENCES: readonly Case[] = [
  pinned(
    'references',
    'stores, suppliers and taxes are listed, searched and read as the specification says',
    async (s) => {
      for (const path of ['/stores', '/suppliers', '/taxes']) {
        const { data } = await s.get(`${path}?limit=2`);
        for (const sort of ['entryDate', 'updatedAt', 'name'])
          for (const order of ['asc', 'desc']) await s.get(`${path}?sort=${sort}&order=${order}&page=2&limit=2`);
        for (const { id, name } of data as { id: number; name: string }[]) {
          await s.get(`${path}/${id}`);
          await s.get(`${path}?search=${encodeURIComponent(name)}&status=1`);
        }
      }
    },
  ),
];
