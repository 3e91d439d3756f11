import type { FieldError } from '../errors.ts';

/** Values that have to differ and do not: each repetition names the first. */
export function repetitions(entries: readonly { path: string; value: string }[]): FieldError[] {
  const first = new Map<string, string>();
  return entries.flatMap(({ path, value }) => {
    const earlier = first.get(value);
    if (earlier === undefined) first.set(value, path);
    return earlier === undefined
      ? []
      : [{ in: 'body' as const, path, rule: 'unique', message: `must differ from ${earlier}` }];
  });
}
