import { randomBytes } from 'node:crypto';
import { Command, Option } from 'commander';
import type { ControlTransaction } from '../directory/control.ts';
import { DirectoryError } from '../directory/directory-error.ts';
import { createMerchant, listMerchants } from '../directory/merchants.ts';
import { addMember, createUser, findUser, type Role, roleAt } from '../directory/users.ts';
import { REGIONS, type Region } from '../storage/region.ts';
import { type ControlCommands, id } from './control-command.ts';

interface PersonFlags {
  readonly email: string;
  readonly name?: string;
  readonly role?: Role;
}

interface MerchantFlags {
  readonly name: string;
  readonly region: Region;
  readonly currency: string;
  readonly sandboxOf?: number;
}

export function merchantCommand({ changing, reading }: ControlCommands): Command {
  const merchant = new Command('merchant').description('Manage merchants and their users.');
  merchant
    .command('create')
    .description('Create a live merchant or, with --sandbox-of, a sandbox merchant of an organization.')
    .requiredOption('--name <name>')
    .addOption(new Option('--region <region>', 'where its data is kept').choices(REGIONS).makeOptionMandatory())
    .requiredOption('--currency <code>', 'ISO 4217')
    .option('--sandbox-of <organization>', 'id of the organization', id)
    .action(
      changing((tx, { sandboxOf, ...flags }: MerchantFlags) =>
        createMerchant(tx, { ...flags, demo: sandboxOf !== undefined, organizationId: sandboxOf ?? null }),
      ),
    );
  merchant
    .command('list')
    .description('List merchants.')
    .action(reading((pool) => listMerchants(pool)));
  merchant
    .command('add-user')
    .description(
      'Add a user to a merchant. A new user gets a password, which is shown once; an existing user keeps theirs.',
    )
    .argument('<company>', 'id of the merchant', id)
    .requiredOption('--email <email>')
    .option('--name <name>', 'required for a new user')
    .addOption(
      new Option('--role <role>', 'only an owner can connect apps (default: employee)').choices(['owner', 'employee']),
    )
    .action(changing(addUser));
  return merchant;
}

async function addUser(tx: ControlTransaction, companyId: number, { role: asked, ...person }: PersonFlags) {
  const { id: userId, ...login } = await loginOf(tx, person);
  const role = asked ?? (await roleAt(tx, userId, companyId)) ?? 'employee';
  const former = await addMember(tx, userId, companyId, role);
  return { userId, companyId, role, membership: membershipOf(former, role), ...login };
}

/** The person's login, which is made for a new person; one person works for several merchants under one login. */
async function loginOf(tx: ControlTransaction, { email, name }: Omit<PersonFlags, 'role'>) {
  const known = await findUser(tx, email);
  if (known) return { ...known, account: 'existing', note: 'The user signs in with their existing password.' };
  if (name === undefined) throw new DirectoryError(`${email} is a new user; give their name with --name.`);
  const password = randomBytes(15).toString('base64url');
  return { ...(await createUser(tx, { email, name, password })), account: 'created', password };
}

function membershipOf(former: Role | undefined, role: Role): string {
  if (former === undefined) return 'added';
  return former === role ? 'unchanged' : `changed from ${former}`;
}
