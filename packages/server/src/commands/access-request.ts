import { Command, Option } from 'commander';
import { ACCESS_REQUEST_STATES, type AccessRequestState } from '../directory/access/access-requests.ts';
import { type ControlCommands, confirmable, describedBy, id, type PageFlags, paged } from './control-command.ts';
import { fields, table } from './words.ts';

interface GrantFlags extends PageFlags {
  readonly organization?: number;
  readonly app?: number;
  readonly company?: number;
}

const filtered = (command: Command): Command =>
  paged(command)
    .option('--organization <id>', 'those of this organization', id)
    .option('--app <id>', 'those of this app', id)
    .option('--company <id>', 'those of this merchant', id);

const ofGrant = ({ organization, app, company, ...flags }: GrantFlags) => ({
  organizationId: organization,
  appId: app,
  companyId: company,
  ...flags,
});

/** Adds the command that asks for access under a name; it has two. */
export function addAccessRequestCreate(parent: Command, name: string, { calling }: ControlCommands): void {
  describedBy(parent.command(name), 'access-request.create')
    .argument('<app>', 'id of the app', id)
    .requiredOption('--company <id>', 'id of the merchant', id)
    .requiredOption('--store <id...>', 'ids of the requested stores')
    .action(
      calling('access-request.create', {
        input: (appId: number, { company, store }: { company: number; store: string[] }) => ({
          appId,
          companyId: company,
          storeIds: store.map(id),
        }),
        say: ({ accessRequestId }, { companyId }) =>
          `Created access request ${accessRequestId}. The owner of merchant ${companyId} has 30 days to decide.\n`,
      }),
    );
}

export function accessRequestCommand(commands: ControlCommands): Command {
  const { calling } = commands;
  const command = new Command('access-request').description('Manage the access requests of ADSR apps.');
  filtered(describedBy(command.command('list'), 'access-request.list'))
    .addOption(new Option('--state <state>', 'those in this state').choices(ACCESS_REQUEST_STATES))
    .action(
      calling('access-request.list', {
        input: (flags: GrantFlags & { state?: AccessRequestState }) => ofGrant(flags),
        say: (page) =>
          table(page, [
            ['ID', ({ accessRequestId }) => accessRequestId],
            ['APP', ({ appId, app }) => `${appId} ${app}`],
            ['MERCHANT', ({ companyId, merchant }) => `${companyId} ${merchant ?? ''}`],
            ['STORES', ({ storeIds }) => storeIds],
            ['APPROVED', ({ approvedStoreIds }) => approvedStoreIds],
            ['STATE', ({ state }) => state],
            ['EXPIRES', ({ state, expiresAt }) => (state === 'PENDING' ? expiresAt : null)],
          ]),
      }),
    );
  describedBy(command.command('show'), 'access-request.show')
    .argument('<request>', 'id of the access request', id)
    .action(
      calling('access-request.show', {
        input: (accessRequestId: number) => ({ accessRequestId }),
        say: (request) => fields({ ...request }),
      }),
    );
  addAccessRequestCreate(command, 'create', commands);
  describedBy(command.command('withdraw'), 'access-request.withdraw')
    .argument('<request>', 'id of the access request', id)
    .action(
      calling('access-request.withdraw', {
        input: (accessRequestId: number) => ({ accessRequestId }),
        say: ({ accessRequestId }) => `Withdrew access request ${accessRequestId}.\n`,
      }),
    );
  confirmable(describedBy(command.command('revoke'), 'access-request.revoke'))
    .argument('<request>', 'id of the access request', id)
    .action(
      calling('access-request.revoke', {
        input: (accessRequestId: number) => ({ accessRequestId }),
        say: ({ accessRequestId }) => `Took the approval of access request ${accessRequestId} back.\n`,
        consequence: ({ accessRequestId }) =>
          `The approval of access request ${accessRequestId} will end at once; the app has to ask again.`,
      }),
    );
  return command;
}

export function connectionCommand({ calling }: ControlCommands): Command {
  const command = new Command('connection').description('Manage the connections between apps and merchants.');
  filtered(describedBy(command.command('list'), 'connection.list')).action(
    calling('connection.list', {
      input: (flags: GrantFlags) => ofGrant(flags),
      say: (page) =>
        table(page, [
          ['APP', ({ appId, app }) => `${appId} ${app}`],
          ['MERCHANT', ({ companyId, merchant }) => `${companyId} ${merchant}`],
          ['ENVIRONMENT', ({ env }) => env],
          ['CONNECTED', ({ connectedAt }) => connectedAt],
          ['LAST USED', ({ lastUsedAt }) => lastUsedAt],
        ]),
    }),
  );
  describedBy(command.command('show'), 'connection.show')
    .requiredOption('--company <id>', 'id of the merchant', id)
    .requiredOption('--app <id>', 'id of the app', id)
    .action(
      calling('connection.show', {
        input: ({ company, app }: { company: number; app: number }) => ({ companyId: company, appId: app }),
        say: (connection) => fields({ ...connection }),
      }),
    );
  confirmable(describedBy(command.command('end'), 'connection.end'))
    .requiredOption('--company <id>', 'id of the merchant', id)
    .requiredOption('--app <id>', 'id of the app', id)
    .action(
      calling('connection.end', {
        input: ({ company, app }: { company: number; app: number }) => ({ companyId: company, appId: app }),
        say: ({ companyId, appId }) => `Ended the connection of app ${appId} to merchant ${companyId}.\n`,
        consequence: ({ companyId, appId }) =>
          `App ${appId} will be disconnected from merchant ${companyId}; the merchant has to connect it again.`,
      }),
    );
  return command;
}
