import { ACCESS_COMMANDS, requestAccess } from './access/commands.ts';
import { ADDRESS_COMMANDS, APP_COMMANDS, REVIEW_COMMANDS } from './apps/commands.ts';
import { CREDENTIAL_COMMANDS } from './apps/credential-commands.ts';
import { REQUEST_COMMANDS, USAGE_COMMANDS } from './apps/request-commands.ts';
import type { OperationCommand } from './command.ts';
import { MERCHANT_COMMANDS } from './merchants/commands.ts';
import { MEMBER_COMMANDS, ORGANIZATION_COMMANDS, USER_COMMANDS } from './people/commands.ts';
import { SCENARIO_COMMANDS } from './scenarios/commands.ts';
import { CELL_COMMANDS, SERVICE_COMMANDS } from './service/commands.ts';
import { TILL_COMMANDS } from './till/commands.ts';
import { TRAFFIC_COMMANDS } from './traffic/commands.ts';
import { WEBHOOK_COMMANDS } from './webhooks/webhook-commands.ts';

/** Commands of operations, in the order of the help. */
export const OPERATION_COMMANDS: readonly OperationCommand[] = [
  ...ORGANIZATION_COMMANDS,
  ...APP_COMMANDS,
  ...REQUEST_COMMANDS,
  ...TRAFFIC_COMMANDS,
  ...ADDRESS_COMMANDS,
  ...CREDENTIAL_COMMANDS,
  ...WEBHOOK_COMMANDS,
  requestAccess('app request-access'),
  ...REVIEW_COMMANDS,
  ...ACCESS_COMMANDS,
  ...MERCHANT_COMMANDS,
  ...MEMBER_COMMANDS,
  ...TILL_COMMANDS,
  ...SCENARIO_COMMANDS,
  ...CELL_COMMANDS,
  ...USER_COMMANDS,
  ...SERVICE_COMMANDS,
  ...USAGE_COMMANDS,
];

/** Descriptions of the commands that group others. */
export const GROUPS: Readonly<Record<string, string>> = {
  organization: 'Manage organizations, which own apps and sandbox merchants.',
  developer: "Manage organizations' developers, who look after their apps.",
  operator: 'Manage the operators of the service.',
  app: 'Manage apps: review, credentials, redirect URIs, origins and API keys.',
  'app redirect-uri': 'Manage the redirect URIs of an app.',
  'app origin': 'Manage the origins from which browsers may call the API.',
  'app credential': 'Manage client ids and secrets. A secret is shown once.',
  'app key': 'Manage API keys of ADSR apps. A key is shown once.',
  webhook: 'Manage the endpoints to which the changes of merchants are sent. A secret is shown once.',
  review: 'See the apps that wait for review.',
  'access-request': 'Manage the access requests of ADSR apps.',
  connection: 'Manage the connections between apps and merchants.',
  merchant: 'Manage merchants and their users.',
  data: 'Load data of sandbox merchants from files.',
  till: 'Sell at the tills of sandbox merchants, as a real till would.',
  scenario: 'Bring sandbox merchants into states that integrations have to handle.',
  cell: 'See the cells of the regions.',
  user: 'Manage the people who sign in.',
  keys: 'Manage the keys that sign access tokens.',
  'admin-token': 'Manage the tokens by which command lines on other machines act as the operator.',
};
