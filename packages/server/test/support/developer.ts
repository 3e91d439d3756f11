import { addDeveloper, type DeveloperRole } from '../../src/directory/people/staff.ts';
import { newPerson } from './consent.ts';
import type { Service } from './service.ts';
import { Visitor } from './web-visitor.ts';

/** A signed-in developer of an organization. */
export async function developerOf(
  service: Service,
  organizationId: number,
  role: DeveloperRole = 'admin',
): Promise<Visitor> {
  const person = await newPerson(service, []);
  await service.control((tx) => addDeveloper(tx, person.userId, organizationId, role));
  return Visitor.signedIn(service, person);
}
