import { command } from '../command.ts';
import { fields } from '../text.ts';

export const SCENARIO_COMMANDS = [
  command('scenario list', 'scenario.list', { options: [], columns: { NAME: 'name', STATE: 'state' } }),
  command('scenario run', 'scenario.run', {
    args: ['scenario'],
    flags: { companyId: '--merchant <id>', appId: '--app <id>' },
    help: { companyId: 'id of the sandbox merchant', appId: 'app that it concerns, if there are several' },
    done: ({ now, facts, advice }) => `${now}\n\n${fields(facts)}\nA good integration: ${advice}`,
  }),
];
