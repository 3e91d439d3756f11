import { type Case, subject } from '../../run/case.ts';

/**
 * Creates the cases of one subject. They declare no rules: a run observes which rules decide the responses that match. Only
 * a case that checks something besides the specification declares the rule that it checks.
 */
export const specified = (name: string) => {
  const create = subject('specification', name);
  return (id: string, title: string, run: Case['run'], proves: readonly string[] = []): Case =>
    create(id, proves, title, run);
};
