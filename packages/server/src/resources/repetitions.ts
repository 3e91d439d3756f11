import { type FieldError, validationFailed } from '../errors.ts';

/** Finds repetitions among values that have to differ from one another. */
export function repetitions(entries: readonly { path: string; value: string | number }[]): FieldError[] {
  const first = new Map<string | number, string>();
  return entries.flatMap(({ path, value }) => {
    const earlier = first.get(value);
    if (earlier === undefined) first.set(value, path);
    return earlier === undefined
      ? []
      : [{ in: 'body' as const, path, rule: 'unique', message: `must differ from ${earlier}` }];
  });
}

/** Refuses a list whose entries name one thing twice. */
export function refuseRepeated(entries: readonly { path: string; value: string }[]): void {
  const repeated = repetitions(entries);
  if (repeated.length > 0) throw validationFailed(repeated);
}
