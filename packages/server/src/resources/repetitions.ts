import { type FieldError, validationFailed } from '../errors.ts';

/** Refuses values that are given twice, each by the path at which it is repeated. */
export function refuseRepeated(entries: readonly { path: string; value: string | number | undefined }[]): void {
  const first = new Map<string | number, string>();
  const repeated = entries.flatMap(({ path, value }): FieldError[] => {
    if (value === undefined) return [];
    const earlier = first.get(value);
    if (earlier === undefined) first.set(value, path);
    return earlier === undefined ? [] : [{ in: 'body', path, rule: 'unique', message: `must differ from ${earlier}` }];
  });
  if (repeated.length > 0) throw validationFailed(repeated);
}
