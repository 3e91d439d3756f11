import { optional, strictObject } from 'valibot';
import { changeControl } from '../../control/control.ts';
import { id, oneOf } from '../../control/input.ts';
import { openSandbox } from '../../control/merchants/open-sandbox.ts';
import { chooseApp } from '../../control/scenarios/choose-app.ts';
import { SCENARIO_NAMES, SCENARIOS, scenarioOf } from '../../control/scenarios/scenarios.ts';
import { acting, FOR_DEVELOPERS, reading } from '../operation.ts';

/** States of sandbox merchants on demand. */
export const SCENARIO_OPERATIONS = {
  'scenario.list': reading({
    ...FOR_DEVELOPERS,
    summary: 'List the states that a sandbox merchant can be brought into.',
    input: strictObject({ organizationId: optional(id) }),
    read: async () => ({ data: SCENARIO_NAMES.map(scenarioOf), next: null }),
  }),
  'scenario.run': acting({
    ...FOR_DEVELOPERS,
    perMinute: 30,
    summary: 'Bring a sandbox merchant, or an app in the sandbox, into a state that integrations have to handle.',
    input: strictObject({ scenario: oneOf(SCENARIO_NAMES), companyId: id, appId: optional(id) }),
    cells: true,
    async act(call, { scenario, companyId, appId: named }) {
      const { control, origin } = call;
      const sandbox = await openSandbox(call, companyId);
      const appId = await chooseApp(control, sandbox.merchant, SCENARIOS[scenario], named);
      const shown = await call.scenarios.run(scenario, { control, origin, sandbox }, appId);
      const subject = { companyId, organizationId: sandbox.merchant.organizationId as number };
      await changeControl(control, origin, (tx) =>
        tx.audit('merchant.scenario_run', { ...subject, ...(appId !== null && { appId }), details: { scenario } }),
      );
      return { ...scenarioOf(scenario), companyId, appId, ...shown };
    },
  }),
} as const;
