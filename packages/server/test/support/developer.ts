import { addDeveloper, type DeveloperRole } from '../../src/directory/people/staff.ts';
import { findUser } from '../../src/directory/people/users.ts';
import { newPerson } from './consent.ts';
import type { Service } from './service.ts';
import { Visitor } from './web-visitor.ts';

/** A signed-in developer of an organization. */
export async function developerOf(
  service: Service,
  organizationId: number,
  role: DeveloperRole = 'admin',
): Promise<Visitor> {
  const login = await newPerson(service, []);
  await service.control(async (tx) => {
    const user = await findUser(tx, login.email);
    await addDeveloper(tx, user?.id ?? 0, organizationId, role);
  });
  return Visitor.signedIn(service, login);
}
