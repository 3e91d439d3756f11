import { BEHAVIOUR } from './behaviour.ts';
import { parseRules } from './parse-rules.ts';

/** Finds the rule of a property or parameter: the sentence of its resource that names it in docs/behaviour.md. */

const RULES = parseRules(BEHAVIOUR);
const IDS = new Set(RULES.map(({ id }) => id));

/** Rules of lists that name properties only to filter and search by them. */
const OF_PARAMETERS = /filters?$|\.filter\.|_filter$|search|flags$|dates$|hidden$|^lists\./;

/** Rules that name properties in passing. */
const IN_PASSING = /first_error|exclusive|defaults|unversioned|filters_unseen/;

/** Rules of the members of a list's response. */
const OF_PAGES = /^lists\.(envelope|total)/;

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** True if docs/behaviour.md has the rule. */
export const isRule = (id: string): boolean => IDS.has(id);

/** The rule of a query parameter, in the first of these families of ids that has one. */
export const ruleOfParameter = once(
  (name, families) =>
    firstOf(
      families,
      (family) =>
        exact(family, `filter.${name}`) ?? exact(family, `${snake(name)}_filter`) ?? exact(family, snake(name)),
    ) ??
    firstOf(families, (family) => naming(family, name, (id) => OF_PARAMETERS.test(id))) ??
    firstOf(families, (family) => naming(family, name, () => true)),
);

/** The rule of a property of a body: one whose id is its name, or else the first sentence that names it. */
export const ruleOfProperty = once((name, families) =>
  firstOf(families, (family) => {
    const isMeant = (id: string) => !OF_PARAMETERS.test(id) || OF_PAGES.test(id);
    const own = exact(family, snake(name));
    return own !== undefined && isMeant(own) ? own : naming(family, name, isMeant);
  }),
);

type Lookup = (name: string, families: readonly string[]) => string | undefined;

/** Looks each name up once: every response asks for all its properties. */
function once(lookUp: Lookup): Lookup {
  const known = new Map<string, string | undefined>();
  return (name, families) => {
    const key = `${name} ${families}`;
    if (!known.has(key)) known.set(key, lookUp(name, families));
    return known.get(key);
  };
}

const exact = (family: string, end: string): string | undefined =>
  IDS.has(`${family}.${end}`) ? `${family}.${end}` : undefined;

const naming = (family: string, name: string, isMeant: (id: string) => boolean): string | undefined =>
  RULES.find(({ id, names }) => id.startsWith(`${family}.`) && names.has(name) && !IN_PASSING.test(id) && isMeant(id))
    ?.id;

function firstOf(families: readonly string[], rule: (family: string) => string | undefined): string | undefined {
  for (const family of families) {
    const found = rule(family);
    if (found) return found;
  }
  return undefined;
}
