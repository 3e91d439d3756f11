import type { Databases } from '../../database/database.ts';

/** True if the control plane has no organization, so that the demo can be added. */
export async function isEmpty({ control }: Databases): Promise<boolean> {
  const { rows } = await control.query<{ taken: boolean }>(
    'select exists (select from control.organizations) as taken',
  );
  return !rows[0]?.taken;
}
