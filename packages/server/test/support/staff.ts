import { addDeveloper, addOperator, type DeveloperRole } from '../../src/control/organizations.ts';
import { newPerson, type Person } from './consent.ts';
import type { Service } from './service.ts';
import { Visitor } from './web-visitor.ts';

export async function newDeveloper(
  service: Service,
  organizationId: number,
  role: DeveloperRole = 'admin',
): Promise<Person> {
  const person = await newPerson(service);
  await service.control((tx) => addDeveloper(tx, person.id, organizationId, role));
  return person;
}

export async function newOperator(service: Service): Promise<Person> {
  const person = await newPerson(service);
  await service.control((tx) => addOperator(tx, person.id));
  return person;
}

/** A signed-in developer of an organization. */
export const developerOf = async (...options: Parameters<typeof newDeveloper>): Promise<Visitor> =>
  Visitor.signedIn(options[0], await newDeveloper(...options));

export const operatorOf = async (service: Service): Promise<Visitor> =>
  Visitor.signedIn(service, await newOperator(service));
