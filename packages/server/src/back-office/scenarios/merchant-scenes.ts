import { randomBytes } from 'node:crypto';
import { changeControl } from '../../control/control.ts';
import { backOfficeOf } from '../../control/merchants/open-sandbox.ts';
import { joinMerchant } from '../../control/people/memberships.ts';
import type { MerchantScene } from './scene.ts';

/** As after 30 days, or after a reset. */
export const oldCursor: MerchantScene = async ({ sandbox }) => {
  await backOfficeOf(sandbox).write(async (tx) => tx.restartLog());
  return {
    now: 'The changes up to now are no longer kept. Every cursor that was issued before is too old.',
    facts: { companyId: sandbox.merchant.companyId },
  };
};

export const employee: MerchantScene = async ({ control, origin, sandbox: { merchant } }) => {
  const email = `employee-${randomBytes(4).toString('hex')}@sandbox.example`;
  const person = { email, name: 'Sandbox employee', role: 'employee' } as const;
  const joined = await changeControl(control, origin, (tx) => joinMerchant(tx, merchant.companyId, person));
  const password = 'password' in joined && typeof joined.password === 'string' && { password: joined.password };
  return {
    now: `${email} is an employee of ${merchant.name}. Begin a connection in your app, and sign in as this person on the consent screen.`,
    facts: { email },
    ...password,
  };
};
