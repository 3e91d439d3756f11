import { type FieldError, validationFailed } from '../errors.ts';

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

export function refuseRepeated(entries: readonly { path: string; value: string }[]): void {
  const repeated = repetitions(entries);
  if (repeated.length > 0) throw validationFailed(repeated);
}
