import { type ControlTransaction, changeControl } from '../../../control/control.ts';
import { originOf } from '../context.ts';
import type { Visit } from '../screen.ts';

/** Changes a person's own login. A secret permits the change, not a role, so it is not an operation of the control plane. */
export const changeLogin = <T>(
  { ctx, deps }: Pick<Visit, 'ctx' | 'deps'>,
  work: (tx: ControlTransaction) => Promise<T>,
): Promise<T> => changeControl(deps.control, originOf(ctx), work);
