import type { Caller } from './api-caller.ts';

/** A request of the caller in the form that the request log takes. */
export const loggedFrom = ({ partner, merchant }: Caller, changes: { at: number; path: string }) => ({
  appId: partner.appId,
  correlationId: '5f0c9b54-0a51-4d2e-9a7e-3a0f6f1f7c11',
  method: 'GET',
  query: '',
  operation: 'getItem',
  companyId: merchant.companyId,
  merchant,
  status: 200,
  code: null,
  milliseconds: 2,
  counted: true,
  problems: [],
  ...changes,
});
