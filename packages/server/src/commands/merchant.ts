import { randomBytes } from 'node:crypto';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { ControlTransaction } from '../directory/control.ts';
import { createMerchant, listMerchants } from '../directory/merchants.ts';
import { addMember, createUser, type Role } from '../directory/users.ts';
import { REGIONS, type Region } from '../storage/region.ts';
import { type ControlCommands, id } from './control-command.ts';

interface MerchantFlags {
  readonly name: string;
  readonly region: Region;
  readonly currency: string;
  readonly sandboxOf?: number;
}

export function merchantCommand({ changing, reading }: ControlCommands): Command {
  const merchant = new Command('merchant').description('Merchants and their people.');
  merchant
    .command('create')
    .description('Create a live merchant, or with --sandbox-of a demo one for an organization to try its apps on.')
    .requiredOption('--name <name>')
    .addOption(new Option('--region <region>', 'where its data is kept').choices(REGIONS).makeOptionMandatory())
    .requiredOption('--currency <code>', 'ISO 4217', currency)
    .option('--sandbox-of <organization>', 'id of the organization', id)
    .action(
      changing((tx, { sandboxOf, ...flags }: MerchantFlags) =>
        createMerchant(tx, { ...flags, demo: sandboxOf !== undefined, organizationId: sandboxOf ?? null }),
      ),
    );
  merchant
    .command('list')
    .description('List merchants.')
    .action(reading(({ pool }) => listMerchants(pool)));
  merchant
    .command('add-user')
    .description('Give a person a login. Its password is made up and shown once.')
    .argument('<company>', 'id of the merchant', id)
    .requiredOption('--email <email>')
    .requiredOption('--name <name>')
    .addOption(
      new Option('--role <role>', 'only an owner lets apps in').choices(['owner', 'employee']).default('employee'),
    )
    .action(changing(addUser));
  return merchant;
}

async function addUser(
  tx: ControlTransaction,
  companyId: number,
  { role, ...person }: { email: string; name: string; role: Role },
): Promise<object> {
  const password = randomBytes(15).toString('base64url');
  const { id: userId, email } = await createUser(tx, { ...person, password });
  await addMember(tx, userId, companyId, role);
  return { userId, companyId, email, role, password };
}

function currency(text: string): string {
  if (!/^[A-Z]{3}$/.test(text)) throw new InvalidArgumentError('It must be three capital letters, such as GBP.');
  return text;
}
