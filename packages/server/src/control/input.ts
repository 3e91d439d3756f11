import * as v from 'valibot';
import { refusedCharacter } from '../contract/text.ts';
import { REGIONS } from '../process/region.ts';
import { isDay, parseInstant, toTimestamp } from '../process/time.ts';
import { checkOrigin, checkRedirectUri } from './app-addresses.ts';
import { checkedLogo } from './app-logos.ts';
import { DirectoryError, InvalidInput, type Problem } from './errors.ts';
import { checkCoin, checkCurrency } from './merchants.ts';
import { ENVIRONMENTS, PRODUCTS } from './products.ts';
import { checkAllowlist } from './source-address.ts';
import { normalName, saysSomething } from './text.ts';
import { checkedEmail, ROLES } from './users.ts';

/** Input of an operation: an object without unknown fields. */
export type InputSchema = v.StrictObjectSchema<v.ObjectEntries, undefined>;

/** Validates input. Throws an InvalidInput that names each invalid field and its rule. */
export function parseInput<Schema extends InputSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, input);
  if (!result.success) throw new InvalidInput(result.issues.map(toProblem));
  const refused = Object.entries(input as object).flatMap(([field, value]) => refusedTexts(field, value));
  if (refused.length > 0) throw new InvalidInput(refused);
  return result.output;
}

/** Finds texts with characters that the API rejects too. The database cannot store or compare some of them. */
function refusedTexts(field: string, value: unknown): Problem[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, part]) => refusedTexts(`${field}.${key}`, part));
  // Reasons may have several lines.
  const refusal = typeof value === 'string' && refusedCharacter(value.replaceAll(/[\t\n\r]/g, ' '));
  return refusal ? [{ field, message: `${field} ${refusal}.` }] : [];
}

function toProblem(issue: v.BaseIssue<unknown>): Problem {
  const [field, rule] = [v.getDotPath(issue) ?? 'input', ruleOf(issue)];
  return { field, message: rule.endsWith('.') ? rule : `${field} ${rule}.` };
}

function ruleOf({ type, expected, received, message }: v.BaseIssue<unknown>): string {
  if (type !== 'strict_object') return received === 'undefined' ? 'is required' : message;
  if (expected === 'never') return 'is not recognized';
  return received === 'undefined' ? 'is required' : 'must be an object';
}

/** Metadata of a field: its name and explanation on the command line, if the field's own name is not enough. */
export interface Notation {
  /** Name of its option, without the dashes. */
  readonly option?: string;
  readonly value?: string;
  readonly help?: string;
  /** True if its choices are typed in lower case. */
  readonly lowerCase?: true;
}

/** Text that the directory checks and then normalizes or parses. The error message is a whole sentence. */
export const checkedText = <Read = string>(normalize: (text: string) => Read) =>
  v.pipe(
    v.string('must be a string'),
    v.rawTransform<string, Read>(({ dataset: { value }, addIssue, NEVER }) => {
      try {
        return normalize(value);
      } catch (error) {
        if (!(error instanceof DirectoryError)) throw error;
        addIssue({ message: error.message });
        return NEVER;
      }
    }),
  );

const unchanged = (check: (text: string) => void) => (text: string) => {
  check(text);
  return text;
};

const POSITIVE = 'must be a positive integer';
export const id = v.pipe(
  v.number(POSITIVE),
  v.safeInteger(POSITIVE),
  v.minValue(1, POSITIVE),
  v.metadata({ value: 'id' }),
);

export const oneOf = <const Options extends readonly string[]>(options: Options) =>
  v.picklist(options, `must be one of ${options.join(', ')}`);

export const flag = v.boolean('must be true or false');
export const product = oneOf(PRODUCTS);
export const environment = v.pipe(
  oneOf(ENVIRONMENTS),
  v.metadata({ value: 'environment', help: 'where the credential works', lowerCase: true }),
);
export const region = oneOf(REGIONS);
export const role = oneOf(ROLES);

/** `what` names the thing in the error message, such as `an app`. */
export const nameOf = (what: string) => checkedText((text) => normalName(`The name of ${what}`, text));

export const email = checkedText(checkedEmail);
export const currency = v.pipe(checkedText(unchanged(checkCurrency)), v.metadata({ value: 'code', help: 'ISO 4217' }));
export const coin = v.pipe(
  checkedText(unchanged(checkCoin)),
  v.metadata({ value: 'amount', help: 'smallest coin; what a cash payment is rounded by is smaller' }),
);
export const redirectUri = checkedText(unchanged(checkRedirectUri));
export const origin = checkedText(unchanged(checkOrigin));
/** An image in base64. */
export const logo = v.pipe(
  checkedText((text) => checkedLogo(Buffer.from(text, 'base64'))),
  v.metadata({ value: 'file', help: 'the image; none removes the logo' }),
);

const MAX_REASON = 2000;
export const reason = v.pipe(
  v.string('must be a string'),
  v.trim(),
  v.check(saysSomething, 'must not be empty'),
  v.maxLength(MAX_REASON, `must be at most ${MAX_REASON} characters long`),
  v.metadata({ value: 'text' }),
);

const MAX_SEARCH = 255;
export const search = v.pipe(
  v.string('must be a string'),
  v.check(saysSomething, 'must not be empty'),
  v.maxLength(MAX_SEARCH, `must be at most ${MAX_SEARCH} characters long`),
  v.metadata({ value: 'text', help: 'part of the name' }),
);

export const clientId = v.pipe(v.string('must be a string'), v.maxLength(100, 'must be at most 100 characters long'));

export const allowedIps = v.pipe(
  v.array(v.string('must be a string'), 'must be a list'),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    try {
      checkAllowlist(dataset.value);
    } catch (error) {
      addIssue({ message: (error as DirectoryError).message });
    }
  }),
  v.metadata({
    option: 'allow-ip',
    value: 'address',
    help: 'addresses or CIDR ranges it can be used from, if not any',
  }),
);

export const storeIds = v.pipe(
  v.array(id, 'must be a list'),
  v.minLength(1, 'must have at least one entry'),
  v.maxLength(1000, 'must have at most 1000 entries'),
  v.metadata({ option: 'store', value: 'id', help: 'ids of the requested stores' }),
);

/** Dates mean midnight UTC. */
const instantOf = (text: string): string => {
  const time = parseInstant(isDay(text) ? `${text}T00:00:00Z` : text);
  // An offset can move the instant outside the years that the database can read.
  const instant = time === undefined ? '' : toTimestamp(time);
  if (!/^[1-9]/.test(instant)) {
    throw new DirectoryError(
      `${JSON.stringify(text)} is neither a date that exists, such as 2026-07-01, nor an RFC 3339 instant.`,
    );
  }
  return instant;
};

export const instantText = v.pipe(checkedText(instantOf), v.metadata({ value: 'instant' }));

const MAX_PAGE = 200;
const PAGE_SIZE = `must be an integer from 1 to ${MAX_PAGE}`;

/** Fields of every list: at most `limit` rows after the row with the id `after`. */
export const PAGING = {
  limit: v.optional(
    v.pipe(
      v.number(PAGE_SIZE),
      v.integer(PAGE_SIZE),
      v.minValue(1, PAGE_SIZE),
      v.maxValue(MAX_PAGE, PAGE_SIZE),
      v.metadata({ value: 'rows', help: 'most rows to list, up to 200 (default: 50)' }),
    ),
    50,
  ),
  after: v.optional(v.pipe(id, v.metadata({ value: 'id', help: 'list what follows this one' }))),
};
