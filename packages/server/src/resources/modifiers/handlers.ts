import type { ModifierGroupList } from '../../contract/generated/types.gen.ts';
import type { Lists } from '../../storage/listing.ts';
import { created, type Handlers, ok } from '../handlers.ts';
import { listOf } from '../list.ts';
import { findWhole } from '../whole.ts';
import { GROUPS, WHOLE_GROUP } from './store.ts';
import { changeGroup, createGroup } from './write.ts';

type ModifierOperations = 'listModifiers' | 'createModifier' | 'getModifierFull' | 'updateModifier';

export function modifierHandlers(lists: Lists): Handlers<ModifierOperations> {
  return {
    async listModifiers({ query, tenant }) {
      return ok(listOf<ModifierGroupList>(await lists.read(tenant, GROUPS, query)));
    },
    async createModifier({ body, write }) {
      return write(async (tx) => {
        const { group, body: record, etag } = await createGroup(tx, body);
        return created(record, `/modifiers/${group.id}/full`, etag);
      });
    },
    async getModifierFull({ path, tenant }) {
      const { body, etag } = await findWhole(tenant, WHOLE_GROUP, path.id);
      return ok(body, etag);
    },
    async updateModifier({ path, body, ifMatch, claims, write }) {
      return write(async (tx) => {
        const { body: record, etag } = await changeGroup(tx, path.id, body, { ifMatch, claims });
        return ok(record, etag);
      });
    },
  };
}
