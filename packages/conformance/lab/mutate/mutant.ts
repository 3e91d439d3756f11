/** One change that an operator makes to the server. */
export interface Mutant {
  /** Identifies the change in every run, as long as its line or statement stays the same. */
  readonly key: string;
  /** Name within one run, for messages between processes. */
  readonly id: string;
  /** Mutants of the kind `text` are given; operators make the others. */
  readonly kind: 'code' | 'statement' | 'function' | 'wire' | 'text';
  /** Part of the service, by which results are grouped. */
  readonly subject: string;
  /** Innermost named function or constant around a change of a source. */
  readonly within?: string | undefined;
  /** Source with its line, statement, file of the schema, or operation with its status. */
  readonly place: string;
  readonly operator: string;
  readonly original: string;
  readonly replacement: string;
}

/** A mutant with the ids of the cases that try it, in their order. */
export interface Reached {
  readonly mutant: Mutant;
  readonly cases: readonly string[];
}

export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Numbers equal keys, so that each stands for one mutant. */
export function unique<T extends { readonly key: string }>(mutants: readonly T[]): T[] {
  const seen = new Map<string, number>();
  return mutants.map((mutant) => {
    const count = (seen.get(mutant.key) ?? 0) + 1;
    seen.set(mutant.key, count);
    return count === 1 ? mutant : { ...mutant, key: `${mutant.key} (${count})` };
  });
}
