import { type ControlTransaction, changeControl } from '../../../directory/control.ts';
import { originOf } from '../context.ts';
import type { Visit } from '../screen.ts';

/** Changes a person's own login. This is no operation of the control plane: a secret permits it, not the role of an actor. */
export const changeLogin = <T>(
  { ctx, deps }: Pick<Visit, 'ctx' | 'deps'>,
  work: (tx: ControlTransaction) => Promise<T>,
): Promise<T> => changeControl(deps.control, originOf(ctx), work);
