import { integer, maxValue, metadata, minValue, number, optional, pipe, strictObject } from 'valibot';
import { changeControl } from '../control/control.ts';
import { describeApp } from '../control/describe-app.ts';
import { ForgedCodes, forgeCallback } from '../control/forged-callback.ts';
import { id, oneOf, redirectUri } from '../control/input.ts';
import { REHEARSALS, startRehearsal } from '../control/rehearsals.ts';
import { checkTraffic } from '../control/traffic-check.ts';
import { serverKey } from '../database/secrets.ts';
import { acting, changing, FOR_DEVELOPERS, reading } from './operation.ts';

const whole = (most: number) => {
  const rule = `must be an integer from 1 to ${most}`;
  return pipe(number(rule), integer(rule), minValue(1, rule), maxValue(most, rule));
};

/** Checks of an app's own traffic, and what a developer can start to be checked. */
export const TRAFFIC_OPERATIONS = {
  'app.check': reading({
    summary: 'Check which rules for clients the traffic of an app broke in the last days.',
    ...FOR_DEVELOPERS,
    input: strictObject({
      appId: id,
      days: optional(pipe(whole(30), metadata({ value: 'days', help: 'days, including today (default: 7)' })), 7),
    }),
    async read(pool, { appId, days }, call) {
      await describeApp(pool, appId);
      return checkTraffic(call, appId, days);
    },
  }),
  'app.forge-callback': acting({
    summary: 'Forge a callback to an app, which it must reject by its state. Open its address in a browser.',
    ...FOR_DEVELOPERS,
    input: strictObject({ appId: id, uri: optional(redirectUri) }),
    async act({ control, origin, secrets }, { appId, uri }) {
      const codes = new ForgedCodes(await serverKey(await secrets(), 'forged-callbacks'));
      return changeControl(control, origin, (tx) => forgeCallback(tx, appId, uri, codes));
    },
  }),
  'app.rehearse': changing({
    summary: 'Let an app meet a condition in the sandbox for some minutes.',
    ...FOR_DEVELOPERS,
    input: strictObject({
      appId: id,
      kind: oneOf(REHEARSALS),
      minutes: optional(pipe(whole(60), metadata({ value: 'minutes', help: 'how long (default: 20)' })), 20),
    }),
    async change(tx, { appId, kind, minutes }) {
      return { appId, kind, ...(await startRehearsal(tx, appId, kind, minutes)) };
    },
  }),
} as const;
