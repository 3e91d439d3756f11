import { OPERATOR } from '../../control/actor.ts';
import type { Operations } from '../../operations/operations.ts';
import { originOf } from '../kit/context.ts';
import { WebProblem } from '../kit/problems.ts';
import type { Audience, Forms, Screen, Visit } from '../kit/screen.ts';
import { sessionOrSignIn } from '../kit/session/load-session.ts';
import { speakEnglish } from '../languages/choose-language.ts';

/** An operator of the service. */
interface Operator {
  readonly operations: Operations;
}

export type OperatorScreen = Screen<Operator>;
export type OperatorForms = Forms<Operator>;
export type OperatorVisit = Visit<Operator>;

/** Operators. Everyone else gets a 404. */
export const OPERATORS: Audience<Operator> = {
  name: 'operator',
  async admit(ctx, { controlPlane }) {
    const session = sessionOrSignIn(ctx);
    if (!session) return undefined;
    speakEnglish(ctx);
    if (!session.areas.includes('operator')) throw new WebProblem('notFound');
    return { operations: controlPlane.as(OPERATOR, originOf(ctx)) };
  },
};
