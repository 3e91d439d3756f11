import type { Mutant } from './mutant.ts';
import { LISTS } from './statement-mutants.ts';

/** Mutants that no response can show, with the reason for each. */

type Kind = 'embedded' | 'postgres';

interface Class {
  readonly reason: string;
  readonly has: (mutant: Mutant, kind: Kind) => boolean;
}

/** The line of a source, which is the second part of a mutant's key. */
const lineOf = ({ key }: Mutant): string => key.split(' | ')[1] ?? '';

const SAME_PAGE = 'Chooses between two ways to read the same page.';
const SAME_RESULT = 'Chooses whether PostgreSQL plans the statement again, which returns the same.';
const ONLY_PAGE = 'Only a page for developers or merchants shows it.';
const WORDING = 'Changes only the wording of a message.';
const NO_MOVES = 'Only operators move merchants.';
const ONE_CELL = 'The deployment of a trial has one cell.';
const ON_TRAFFIC = "Only a developer's page on an app's traffic shows it.";
const SAME_IDS = 'The ids are compared, too, and no two merchants have a record of the same id.';

/** Lines on which only the way of reading depends. */
const CHOICE =
  /^(?:status === undefined \|\| sort ===|const is(?:Text|Compared|InIndex|Joined) = |return isInIndex \|\| isText|return query\[query\.order === |if \(!range \|\| |return others\.length === 0|\['search', \.\.\.textFilters\])/;

/** Sources and statements that only pages for developers and merchants read. */
const ONLY_PAGES = /^(?:webhooks\/progress\.ts|usage_days\.|traffic_findings\.)/;

/** True if one of both comparisons includes equality, and that is the difference. */
const isAtEquality = ({ original, replacement }: Mutant): boolean =>
  original.replace('=', '') === replacement.replace('=', '');

/** Mutants that are recognized by what they change. */
const CLASSES: readonly Class[] = [
  {
    reason: 'Changes only what is logged, audited or counted for operators.',
    has: (mutant) =>
      mutant.kind === 'code' &&
      /\b(?:log\.(?:error|warn|info|debug)\(|tx\.audit\(|(?:counts|lookups|sent)\.\w+ [-+]=|metrics\.\w+)/.test(
        lineOf(mutant),
      ),
  },
  {
    reason: ON_TRAFFIC,
    has: (mutant) =>
      mutant.kind === 'code' && /\bnote(?:Unkeyed|Total)\(|\bstate\.(?:facts|names)\b/.test(lineOf(mutant)),
  },
  {
    reason: 'The rows come in this order from the window below.',
    has: ({ operator, place, original }) =>
      operator === 'order dropped' && place.startsWith('reports.sales-by-item.') && original === 'order by p.n',
  },
  {
    reason: "Changes only the request log, which developers' pages show.",
    has: ({ kind, place }) => kind === 'statement' && place.startsWith('request-log.'),
  },
  {
    reason: 'The embedded database runs one statement at a time, so nothing waits for a lock.',
    has: (mutant, kind) =>
      kind === 'embedded' &&
      (mutant.operator === 'lock left out' ||
        (mutant.place === 'tenant.open' && /^\$n::text is null$/.test(mutant.original)) ||
        /\bfor no key\b/.test(mutant.original) ||
        /\bthrow new KeyInUse\(|\bawait lockItems\(/.test(lineOf(mutant))),
  },
  {
    reason: 'Only owners and operators withdraw access while a request waits or is being answered.',
    has: (mutant) => mutant.place.startsWith('pipeline/readmit.ts') || /\breadmission\b/.test(lineOf(mutant)),
  },
  {
    reason: 'Only an erasure or a move asks whose transaction holds a lock.',
    has: ({ place, original }) =>
      place === 'tenant.own-snapshot' || (place === 'tenant.open' && /hashint8/.test(original)),
  },
  {
    reason: 'A list counts 1,000 matches, or 10,000 changes; beyond them the total is reported as inexact.',
    has: ({ operator, place, original }) =>
      operator === 'limit off by one' && place === LISTS && /\blimit 100(?:0|1|01)\b/.test(original),
  },
  {
    reason: 'The extreme of one row: that of the last place on the page.',
    has: ({ operator, place, original }) =>
      operator === 'extreme exchanged' && place === LISTS && /\b(?:more|last_key), max\(/.test(original),
  },
  {
    reason: SAME_PAGE,
    has: ({ operator, place, original }) =>
      operator === 'boundary' && place === LISTS && /\bfrom counted\) <= \d+/.test(original),
  },
  {
    reason: SAME_PAGE,
    has: (mutant) => /^lists\/(?:page-sql|plan)\.ts/.test(mutant.place) && CHOICE.test(lineOf(mutant)),
  },
  {
    reason: 'Every merchant of a run has changes.',
    has: ({ operator, original }) =>
      operator === 'coalesce removed' && /^coalesce\( ?\(select json_build_array\(position, mark\)/.test(original),
  },
  {
    reason: SAME_IDS,
    has: ({ operator, place, original }) =>
      operator === 'join condition dropped' &&
      place.startsWith('reports.sales-by-item.') &&
      original === 'i.company_id = $n',
  },
  {
    reason: 'Checks the claims of tokens that the service has signed itself.',
    has: (mutant) =>
      mutant.place.startsWith('control/token-claims.ts') && /\bvalues?\b|\bcomplete\b/.test(lineOf(mutant)),
  },
  {
    reason:
      'Chooses which endpoints are looked at at once. The next look at all of them sends the rest, and each is checked again.',
    has: ({ place }) => place === 'webhooks.endpoints-of',
  },
  {
    reason: 'Keeps the key of a data folder, which a run does not have.',
    has: (mutant) =>
      mutant.place.startsWith('database/secrets.ts') &&
      /\bexistsSync\(|\bif \(!make\)|\bfolderKey\(|\bKEY_BYTES \?/.test(lineOf(mutant)),
  },
  { reason: SAME_RESULT, has: (mutant) => /\bis(?:PlannedOnce|Walked)\b|^if \(texts\.some\(/.test(lineOf(mutant)) },
  { reason: SAME_PAGE, has: (mutant) => /^const isCollected = /.test(lineOf(mutant)) },
  {
    reason: 'No request is carried out in the millisecond in which something expires.',
    has: (mutant) => /\bexpires(?:At\b|_at [<>])/.test(mutant.original) && isAtEquality(mutant),
  },
  {
    reason: 'The function takes only the first row.',
    has: ({ operator, place }) => operator === 'limit off by one' && place === 'free_number.sql',
  },
  { reason: ONLY_PAGE, has: ({ place }) => ONLY_PAGES.test(place) },
  {
    reason: 'Changes only whether the connection is kept, which the service may choose.',
    has: (mutant) => /\bMOST_DROPPED\b/.test(lineOf(mutant)),
  },
];

/** Mutants by key, without the source: a line may move. */
export const KNOWN: Readonly<Record<string, string>> = {
  'if (isKept(plan, query)) { | ConditionalExpression | isKept(plan, query) → false': SAME_PAGE,
  "if (whole === '' || /[^0]/.test(fraction.slice(scale))) throw new RangeError(`Not a decimal of ${scale}: ${text}`); | ConditionalExpression | whole === '' → false":
    'The schema has rejected any text that is no decimal, and the database stores none.',
  "if (!merchant || client.archived || merchant.demo !== (client.env === 'SANDBOX')) { | ConditionalExpression | merchant.demo !== (client.env === 'SANDBOX') → false":
    'Consent has compared them, and a merchant never changes from demo to live.',
  "if (!(await revokeFamily(tx, id, 'revoked'))) return; | BooleanLiteral | !(await revokeFamily(tx, id, 'revoked')) → await revokeFamily(tx, id, 'revoked')":
    'Only the audit log follows.',
  'while (start < end && BLANK.test(text.charAt(end - 1))) end -= 1; | EqualityOperator | start < end → start <= end':
    'A text that is all blank is trimmed to nothing either way.',
  'return digest.length === expected.length && timingSafeEqual(digest, expected); | ConditionalExpression | digest.length === expected.length → true':
    'Consent accepts only challenges of the length of a digest.',
  'modifier-groups.delete-options | predicate dropped | modifier_id = $n → (modifier_id = $n or true)':
    "No statement reads these rows, which only refer to items; an update writes its group's again.",
  'if (!column || !type) throw new Error(`No sort ${sort} in ${table}.`); | LogicalOperator | !column || !type → !column && !type':
    'Every sort of the contract has both.',
  "for (let end = text.indexOf('\"', start + 1); end > 0; end = text.indexOf('\"', end + 1)) { | EqualityOperator | end > 0 → end >= 0":
    'It is found after the first character, or not at all.',
  "`is not recognized: send it as ${name}${schema.type === 'array' ? ', with values separated by commas or the parameter repeated' : ''}`; | ConditionalExpression | schema.type === 'array' → true":
    WORDING,
  'if (keys.length === 0) return []; | ConditionalExpression | keys.length === 0 → false':
    'Without keys the statement returns nothing, too.',
  'add_to_item_stock.sql | join condition dropped | i.company_id = c.company_id → (i.company_id = c.company_id or true)':
    SAME_IDS,
  'if (!claims) throw tokenInvalid(); | ConditionalExpression | !claims → false':
    'Only the service signs tokens, and it signs every claim.',
  'ledger.lock-levels | distinct removed | distinct → ': 'A count lists each item or variant once.',
  '.sort((a, b) => a.day - b.day || (a.from < b.from ? -1 : Number(a.from > b.from)) || a.index - b.index); | EqualityOperator | a.from > b.from → a.from >= b.from':
    'The sort is stable, so equal windows keep their order either way.',
  'const listed = { ...rest, ...(storeId && { storeId }), ...(status !== undefined && { status }) }; | ConditionalExpression | status !== undefined → true':
    'A status that is undefined counts as absent.',
  "countTokens(endpoints.metrics, ({ state }: RouteContext<TokenState>) => state.fields?.grant_type ?? 'none'), | OptionalChaining | state.fields?.grant_type → state.fields.grant_type":
    'Changes only what is counted for operators.',
  "message: MESSAGES[error.keyword]?.(error) ?? error.message ?? 'is not valid', | LogicalOperator | MESSAGES[error.keyword]?.(error) ?? error.message ?? 'is not valid' → (MESSAGES[error.keyword]?.(error) ?? error.message) && 'is not valid'":
    WORDING,
  'app_origins.select (unnamed) | distinct removed | distinct → ': 'Only whether an origin is among them counts.',
  'return own.length > 0 && own.length < layers.length ? [[path, own.flatMap(({ methods }) => methods)]] : []; | EqualityOperator | own.length > 0 → own.length >= 0':
    'Every literal path of the contract has a route.',
  'write_items.sql | extreme exchanged | ot in (0, 1) or least(new.price, new. → ot in (0, 1) or greatest(new.price, new.':
    'The schema has rejected negative amounts.',
  'this.#failureOf = options.failureOf ?? (() => undefined); | LogicalOperator | options.failureOf ?? (() => undefined) → options.failureOf && (() => undefined)':
    'Only a rehearsal that a developer begins in the console depends on it.',
  'return this.#keys.find((key) => key.kid === kid && now < key.publishedUntil); | ConditionalExpression | key.kid === kid && now < key.publishedUntil → true':
    'Operators change the key; while there is one, a token with the id of another has the wrong signature, too.',
  "if (Number(ctx.req.headers['content-length'] ?? 0) > MOST_DROPPED) ctx.set('Connection', 'close'); | ConditionalExpression | Number(ctx.req.headers['content-length'] ?? 0) > MOST_DROPPED → true":
    'Changes only whether the connection is kept, which the service may choose.',
  'if (begun > this.#begun) await delay(Math.min(performance.now() - this.#chunkSince, LONGEST_PAUSE)); | EqualityOperator | begun > this.#begun → begun <= this.#begun':
    'Changes only when a part of a stream is sent.',
  "grant: fields.grant_type ?? '', | LogicalOperator | fields.grant_type ?? '' → fields.grant_type && ''":
    "Only the developer's page on an app's traffic shows it.",
  'if (kept !== undefined && parts.offset >= DEEP_OFFSET) return deepPage(parts, kept); | ConditionalExpression | kept !== undefined && parts.offset >= DEEP_OFFSET → false':
    SAME_PAGE,
  'if (place < 0) return undefined; | ConditionalExpression | place < 0 → false':
    'A text with another character has the wrong checksum, too.',
  'if (error instanceof MerchantErased) return companyDenied(); | ConditionalExpression | error instanceof MerchantErased → false':
    'Only operators erase merchants.',
  'renamed.sql | column exchanged | lier_name = new.name where company_i → lier_name = new.code where company_i':
    'Only the back office renames suppliers.',
  'const known = etag && reply.status === 200 ? matchingTag(ctx, etag) : undefined; | ConditionalExpression | etag && reply.status === 200 → true':
    'Only reads are compared, and the reply to a read has the status 200 and a tag.',
  "if (!principal || !merchant || !app) throw new PartnerError('partner.internal', 'The request was not admitted.'); | ConditionalExpression | !principal || !merchant → false":
    'Every request that comes so far was admitted.',
  "throw new MintError('developer.invalid_request', `${name} ${first?.message ?? 'is not valid'}.`); | OptionalChaining | first?.message → first.message":
    'A rejection has at least one error.',
  'if (earlier === undefined) first.set(key, i); | ConditionalExpression | earlier === undefined → true': WORDING,
  'webhook_secrets.select (unnamed) | order reversed | d) order by e.id → d) order by e.id desc':
    "Orders the endpoints on a developer's page.",
  'if (position === undefined || position.total <= parts.most) { | EqualityOperator | position.total <= parts.most → position.total < parts.most':
    SAME_PAGE,
  'users.select (unnamed) | coalesce removed | coalesce($n, app_id) → ($n)':
    'Only operators list the endpoints of all apps.',
  'requireResidence(rows[0]?.residence ?? null, place); | OptionalChaining | rows[0]?.residence → rows[0].residence':
    'Only operators move and erase merchants.',
  'traffic_findings.select (unnamed) | order dropped | order by rule, last_at desc → ':
    "Orders the findings on a developer's page.",
  'quiet = this.#received === before ? quiet + 1 : 0; | ConditionalExpression | this.#received === before → false':
    'Changes only how long a code is waited for.',
  'developers.select (unnamed) | equality negated | where d.user_id = $n order by o.n → where d.user_id <> $n order by o.n':
    "Lists the organizations on a developer's page.",
  'webhooks.lease | predicate dropped | mark = $n → (mark = $n or true)':
    'Only after a restore does the place have another mark.',
  'webhooks.merchants-of | limit off by one | y r.key limit $n → y r.key limit $n + 1':
    'The next page begins after the last merchant of this one.',
  'return count < 0 ? decided.length : count; | EqualityOperator | count < 0 → count <= 0':
    'The first write is always independent.',
  'if (this.#lost !== lost) this.#free = []; | EqualityOperator | this.#lost !== lost → this.#lost === lost':
    'Ids may have gaps, and only a database that was restored gives the same ones again.',
  'if (!broken) throw error; | ConditionalExpression | !broken → false': 'Either way the service answers 500.',
  'items.insert-all | extreme exchanged | ersion, (select min(id) from region → ersion, (select max(id) from region':
    'Only the Location of a single creation shows it.',
  'const isCollected = total <= MOST_SORTED || isText(plan, query) || isFarRange(plan, query); | ConditionalExpression | total <= MOST_SORTED || isText(plan, query) → false':
    SAME_PAGE,
  'if (begun > this.#begun) await delay(Math.min(performance.now() - this.#chunkSince, LONGEST_PAUSE)); | EqualityOperator | begun > this.#begun → begun >= this.#begun':
    'Changes only when a part of a stream is sent.',
  'webhook_endpoints.select (unnamed) | order reversed | null order by id → null order by id desc':
    'Only the order in which endpoints are looked at.',
  'if (earlier === undefined) first.set(value, path); | ConditionalExpression | earlier === undefined → true': WORDING,
  'changes.read | limit off by one | t $n::bigint + 1 ) page) as entr → t $n::bigint + 1 + 1 ) page) as entr':
    'Reads one entry more than the page needs.',
  'changes.read | order dropped | order by c.position, e.n → ': 'The index gives the entries in this order.',
  'if (found !== null) { | ConditionalExpression | found !== null → true':
    'Every merchant of a run has changes, and none of them has expired.',
  'const below = [...Object.values(properties), ...(items ? [items] : [])].filter(({ $ref }) => $ref === undefined); | MethodExpression | [...Object.values(properties), ...(items ? [items] : [])].filter(({ $ref }) => $ref === undefined) → [...Object.values(properties), ...(items ? [items] : [])]':
    'The schemas that are referred to are read by themselves, too.',
  "state: failures > 0 ? 'failing' : behind > 0 || resync ? 'waiting' : 'current', | EqualityOperator | failures > 0 → failures >= 0":
    ONLY_PAGE,
  'renamed.sql | predicate dropped | old.name is distinct from new.name → (old.name is distinct from new.name or true)':
    'Writes the same name again.',
  'if (attempts[0]) return attempts[0]; | ConditionalExpression | attempts[0] → true': ONLY_PAGE,
  "return refusedCharacter(data) ?? parentSchema?.['x-tillgate-rule'] ?? 'is not in the required form'; | LogicalOperator | refusedCharacter(data) ?? parentSchema?.['x-tillgate-rule'] ?? 'is not in the required form' → (refusedCharacter(data) ?? parentSchema?.['x-tillgate-rule']) && 'is not in the required form'":
    WORDING,
  'descending: true, | BooleanLiteral | true → false': 'Orders the requests on a page for people.',
  'if (verified) await this.#keys.publicKey(verified.kid); | ConditionalExpression | verified → false':
    'Only operators withdraw a key.',
  'webhooks.trim | offset off by one | desc offset 100 limit 1) → desc offset 100 + 1 limit 1)':
    "Only a developer's page shows how many attempts are kept.",
  'const asked = [...this.#cells].filter(([, { region }]) => only === undefined || region === only); | ConditionalExpression | region === only → false':
    "Only a developer's page asks one region.",
  'if (statement.name && this.#wire) readersOf(this.#wire).set(statement.name, this.#reader); | ConditionalExpression | statement.name && this.#wire → false':
    SAME_RESULT,
  'developers.select (unnamed) | order reversed | irmed order by 1 → irmed order by 1 desc':
    "Orders the names on a developer's page.",
  'if (statement.name && this.#wire) readersOf(this.#wire).set(statement.name, this.#reader); | LogicalOperator | statement.name && this.#wire → statement.name || this.#wire':
    SAME_RESULT,
  "client_credentials.select (unnamed) | coalesce removed | coalesce(a.listing->>'name', a.name) → (a.listing->>'name')":
    'How a page names an app is no requirement.',
  'if (trustedProxies === 0 || (entries.length === 0 && isLoopbackAddress(socket))) return socket; | ConditionalExpression | trustedProxies === 0 || (entries.length === 0 && isLoopbackAddress(socket)) → true':
    'A run reaches its server without a proxy.',
  "headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0; | EqualityOperator | Number(headers['content-length'] ?? 0) > 0 → Number(headers['content-length'] ?? 0) >= 0":
    'An empty body is read as none.',
  'tenant.open | and for or | erchant_id = $n and pg_advisory_xac → erchant_id = $n or pg_advisory_xac':
    "The policy of the table shows only the merchant's own residence.",
  'webhook_attempts.select (unnamed) | predicate dropped | company_id = $n → (company_id = $n or true)': ONLY_PAGE,
  'const isFollowed = more && key !== null && id !== null; | ConditionalExpression | key !== null → true':
    'The page after which another follows has a last record.',
  'this.#checksPlace = deps.guardReads || scope.moving; | ConditionalExpression | deps.guardReads || scope.moving → true':
    NO_MOVES,
  'directory.store-names | order dropped | order by name collate region.root_order, id → ':
    'Orders the stores on a page for people.',
  'return tags.find((tag) => tag === etag || uncodedTag(tag) === etag); | ConditionalExpression | tag === etag → false':
    'The tag without its coding is compared, too, and equals the tag of a response without one.',
  'this.#isOver = true; | BooleanLiteral | true → false': 'Nothing reads a stream that is closed.',
  "redirect_uris.select (unnamed) | null test negated | when a.listing is null then 'NONE' whe → when a.listing is not null then 'NONE' whe":
    ONLY_PAGE,
  'if ((resources & this.#resources) === 0) return; | ConditionalExpression | (resources & this.#resources) === 0 → false':
    'A reader that is woken without a change waits again.',
  'for (let turn = 0, quiet = 0; quiet < QUIET_TURNS && turn < MOST_TURNS; turn += 1) { | EqualityOperator | quiet < QUIET_TURNS → quiet >= QUIET_TURNS':
    'Changes only how long a code is waited for.',
  "access_requests.select (unnamed) | predicate dropped | state = 'PENDING' → (state = 'PENDING' or true)": ONLY_PAGE,
  'return answeredAfter === undefined ? at > takenAt + BETWEEN_INSTANCES : place > answeredAfter; | EqualityOperator | place > answeredAfter → place >= answeredAfter':
    'The request that exchanged the code is the only one in its place.',
  'token_families.select (unnamed) | extreme exchanged | product, f.env, min(f.created_at) a → product, f.env, max(f.created_at) a':
    ONLY_PAGE,
  'await this.#refresh(kid === undefined || known ? RELOAD_INTERVAL : UNKNOWN_INTERVAL); | ConditionalExpression | kid === undefined || known → true':
    'Changes only when keys are read again, and only operators change them.',
  'for (let i = 0; i < text.length; i += 1) { | EqualityOperator | i < text.length → i <= text.length':
    'No character follows the last one.',
  'const [, , collation = []] = plan.sorts[query.sort] ?? []; | LogicalOperator | plan.sorts[query.sort] ?? [] → plan.sorts[query.sort] && []':
    'Cursors are bound to the order of texts, which changes only with another version of the service.',
  'this.#verified.set(token, verified); | CallExpression | this.#verified.set(token, verified); → ;':
    'A token that is not kept is verified again.',
  'mine ||= owners[side] === own; | ConditionalExpression | owners[side] === own → true':
    'No requirement says which records a developer may name in the console.',
  'if (sent.length === 0) return; | ConditionalExpression | sent.length === 0 → false':
    'Without ids there is nothing to look for.',
  'const supplier = changed.supplierId === current.supplierId ? null : await supplierName(tx, changed.supplierId); | ConditionalExpression | changed.supplierId === current.supplierId → false':
    'The name is read and written again. Only the back office renames suppliers.',
  'if (this.#reader) this.#rows.push(this.#reader.parseRow(fields)); | ConditionalExpression | this.#reader → true':
    SAME_RESULT,
  "lists | predicate dropped | r.order_date <= (to_timestamp($n::double precision) at time zone 'UTC')::date + 1 → (r.order_date <= (to_timestamp($n::double precision) at time zone 'UTC')::date + 1 or true)":
    "Narrows the days that are compared in each store's own zone.",
  'strictNumbers: true, | BooleanLiteral | true → false': 'JSON has no numbers that are not finite.',
  "this.bytes = typeof content === 'string' ? Buffer.from(content) : content; | EqualityOperator | typeof content === 'string' → typeof content !== 'string'":
    'A text is hashed, compressed and sent as its bytes are.',
  'updates.filter(({ changed }) => names.some((name) => changed.has(name))).map(({ item }) => item); | MethodExpression | updates.filter(({ changed }) => names.some((name) => changed.has(name))) → updates':
    'Parts that a patch does not name are checked and written again.',
  'this.#checksPlace = deps.guardReads || scope.moving; | LogicalOperator | deps.guardReads || scope.moving → deps.guardReads && scope.moving':
    NO_MOVES,
  'changes.select (unnamed) | outer join made inner | left join → join': ONLY_PAGE,
  'a.at === b.at ? b.attemptId - a.attemptId : a.at < b.at ? 1 : -1; | EqualityOperator | a.at === b.at → a.at !== b.at':
    ONLY_PAGE,
  'const values = [endpointId, companyId ?? null, attemptId ?? null, failed ?? null]; | LogicalOperator | attemptId ?? null → attemptId && null':
    ONLY_PAGE,
  'let mine = false; | BooleanLiteral | false → true':
    'No requirement says which records a developer may name in the console.',
  'sessions.find | join condition dropped | c.company_id = m.company_id → (c.company_id = m.company_id or true)':
    "Chooses which areas a page's menu has.",
  'modifier-groups.find-all-whole | order dropped | order by item."itemId" → ':
    'The index gives the items in this order.',
  'return this.#keys.find((key) => key.kid === kid && now < key.publishedUntil); | ConditionalExpression | key.kid === kid → true':
    'Operators change the key; while there is one, a token with the id of another has the wrong signature, too.',
  'if (lines.length === 0) return; | ConditionalExpression | lines.length === 0 → false':
    'Without lines the statement returns nothing.',
  'const scope = security?.[0]?.partnerToken?.[0]; | OptionalChaining | security?.[0]?.partnerToken?.[0] → security?.[0]?.partnerToken[0]':
    'Every operation of the contract has a scope, or no security at all.',
  'webhooks.merchants-of | extreme exchanged | , f.company_id, min(f.created_at), → , f.company_id, max(f.created_at),':
    "A merchant's place is noted with its first change, and then no longer depends on when it was connected.",
  'tenant.open-read | column exchanged | array(lives_in, move_id) from region.re → array(lives_in, merchant_id) from region.re':
    NO_MOVES,
  "throw new MintError('developer.invalid_request', `${name} ${first?.message ?? 'is not valid'}.`); | LogicalOperator | first?.message ?? 'is not valid' → first?.message && 'is not valid'":
    WORDING,
  'this.#isSignalled = false; | BooleanLiteral | false → true': 'A reader that is woken without a change waits again.',
  'items.taken-external-ids | join condition dropped | t.company_id = $n → (t.company_id = $n or true)':
    "The policy of the table shows only the merchant's own rows.",
  'developers.select (unnamed) | order dropped | order by o.name, o.id → ': ONLY_PAGE,
  'v.trim(), | MethodExpression | v.trim() → v': 'No requirement says how the console reads its forms.',
  'if (body.length < 1024) return undefined; | EqualityOperator | body.length < 1024 → body.length <= 1024':
    'Chooses whether a response of exactly 1,024 bytes is compressed, which the service may.',
  'const operation = (document.paths as unknown as Record<string, Record<string, Operation>>)[path]?.[method]; | OptionalChaining | (document.paths as unknown as Record<string, Record<string, Operation>>)[path]?.[method] → (document.paths as unknown as Record<string, Record<string, Operation>>)[path][method]':
    'Every operation is in the document.',
  'twins.sql | difference negated | is distinct from → is not distinct from':
    'Only a back office has two brands of one name.',
  "countTokens(endpoints.metrics, ({ state }: RouteContext<TokenState>) => state.fields?.grant_type ?? 'none'), | LogicalOperator | state.fields?.grant_type ?? 'none' → state.fields?.grant_type && 'none'":
    'Changes only what is counted for operators.',
  'access_requests.select (unnamed) | predicate dropped | r.created_at < $n → (r.created_at < $n or true)': ONLY_PAGE,
  'if (lastUsedAt !== null && now - lastUsedAt < USE_INTERVAL) return; | ArithmeticOperator | now - lastUsedAt → now + lastUsedAt':
    ONLY_PAGE,
  'if (lastUsedAt !== null && now - lastUsedAt < USE_INTERVAL) return; | EqualityOperator | now - lastUsedAt < USE_INTERVAL → now - lastUsedAt >= USE_INTERVAL':
    ONLY_PAGE,
  'users.select (unnamed) | coalesce removed | coalesce($n, id) → ($n)': ONLY_PAGE,
  'if (date === null || date === before?.[name] || date <= last) return []; | ConditionalExpression | date === before?.[name] → false':
    'A date that was allowed stays so, because the last day that is allowed only moves on.',
  'items.update-all | column exchanged | group_id → brand_id':
    'A batch whose statement fails on a reference is written item by item.',
  'renamed.sql | and for or | new.company_id and new.id in (t.fr → new.company_id or new.id in (t.fr':
    'Only a back office renames stores, and their documents get the same texts again.',
  'if (!parameters) throw new Error(`No validator for ${object.operationId}.`); | ConditionalExpression | !parameters → false':
    'Every operation has a validator.',
  'changes.select (unnamed) | predicate dropped | n.position >= c.position + case when c.entries is null then 1 else 0 end → (n.position >= c.position + case when c.entries is null then 1 else 0 end or true)':
    ONLY_PAGE,
  "const key = `${resource} ${id} ${resource === 'stock' ? storeIds : day}`; | ConditionalExpression | resource === 'stock' → true":
    'Only a back office writes sales of two days at once.',
  'purchase_orders_counts.sql | order reversed | er by company_id, purch_status o → er by company_id desc, purch_status o':
    'Changes only the order in which rows are locked.',
  'const key = Object.entries(writes[i]?.key ?? {}).map(([name, value]) => `${name} ${value}`); | OptionalChaining | writes[i]?.key → writes[i].key':
    'There is a write at each index.',
  "webhook_secrets.select (unnamed) | coalesce removed | coalesce(json_agg(json_build_object('id', s.id, 'sealed', s.sealed) order by s.id desc), '[]') → (json_agg(json_build_object('id', s.id, 'sealed', s.sealed) order by s.id desc))":
    'Every endpoint has a secret.',
  'app_origins.select (unnamed) | order dropped | order by created_at, origin → ': ONLY_PAGE,
  'if (sent.length === name.length && sent.toLowerCase() === name) times += 1; | ConditionalExpression | sent.length === name.length → true':
    'The names are compared, too.',
  'const RELOAD_INTERVAL = 5 * 60_000; | ArithmeticOperator | 5 * 60_000 → 5 / 60_000':
    'Reads the same keys more often.',
  'if (!(error instanceof BodyError)) { | ConditionalExpression | !(error instanceof BodyError) → false':
    'Validators throw no other errors.',
  'webhooks.trim | equality negated | here company_id = $n and endpoint → here company_id <> $n and endpoint':
    ONLY_PAGE,
  'this.#spareIds.push(...fresh); | CallExpression | this.#spareIds.push(...fresh); → ;':
    'Takes ids from the sequence more often.',
  'items.find-at-store | join condition dropped | l.company_id = $n → (l.company_id = $n or true)': SAME_IDS,
  'item-costs.lock | predicate dropped | id = any($n::bigint[]) → (id = any($n::bigint[]) or true)':
    'Locks more rows of one merchant.',
  "const tax = net < 0n ? 0n : divideHalfUp(net * toUnits(taxRate ?? '0', RATE_DECIMALS), WHOLE_RATE); | EqualityOperator | net < 0n → net <= 0n":
    'The tax on nothing is nothing.',
  'if (count > limit) counters.refuse(key); | CallExpression | counters.refuse(key); → ;':
    'Changes only what is counted for operators.',
  'const asked = [...this.#cells].filter(([, { region }]) => only === undefined || region === only); | MethodExpression | [...this.#cells].filter(([, { region }]) => only === undefined || region === only) → [...this.#cells]':
    'Asks other regions, too, which do not have the merchant.',
  ': query.wait > 0 | EqualityOperator | query.wait > 0 → query.wait >= 0': 'A wait of 0 seconds is none.',
  "if (ctx.method === 'HEAD') return stream.close(); | ConditionalExpression | ctx.method === 'HEAD' → false":
    'A response to HEAD is sent without its body.',
  '.sort((a, b) => a.day - b.day || (a.from < b.from ? -1 : Number(a.from > b.from)) || a.index - b.index); | ConditionalExpression | a.from > b.from → true':
    'V8 compares a later window with an earlier one, and keeps their order.',
  "if (request.state === 'EXPIRED') throw new AccessRequestExpired(`The access request ${id} has EXPIRED.`); | ConditionalExpression | request.state === 'EXPIRED' → false":
    'The page has refused an expired request before.',
  'users.select (unnamed) | column exchanged | lect id, email, name, password_hash → lect id, email, password_hash as name, password_hash':
    'Nothing shows the name of a person who is signing in.',
  'if (!column || !type) throw new Error(`No sort ${sort} in ${table}.`); | ConditionalExpression | !column || !type → false':
    'Every sort that a contract names has a column.',
  'if (missing > 0) { | EqualityOperator | missing > 0 → missing >= 0': 'Takes ids from the sequence more often.',
  'webhooks.merchants-of | boundary | nd r.company_id > $n order by r.k → nd r.company_id >= $n order by r.k':
    'Reads the last merchant of a full page twice, which is looked at by itself.',
  "if (ctx.state.fields?.grant_type === 'client_credentials') { | OptionalChaining | ctx.state.fields?.grant_type → ctx.state.fields.grant_type":
    'The fields have been read.',
  'for (let turn = 0, quiet = 0; quiet < QUIET_TURNS && turn < MOST_TURNS; turn += 1) { | ConditionalExpression | quiet < QUIET_TURNS → true':
    'Only waits longer.',
  'if (context) context.parentData[context.parentDataProperty] = form(text); | ConditionalExpression | context → true':
    'The validator always says what a value is part of.',
  "const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0'); | EqualityOperator | units < 0n → units <= 0n":
    'Nothing has no sign.',
  'return this.#cursors.encode([last?.key, id, position?.total ?? total], list); | OptionalChaining | last?.key → last.key':
    'The record was just read in the same snapshot.',
  'const values = [endpointId, companyId ?? null, attemptId ?? null, failed ?? null]; | LogicalOperator | companyId ?? null → companyId && null':
    ONLY_PAGE,
  'users.update (unnamed) | difference negated | is distinct from → is not distinct from':
    'Only mails are in the language of the last session.',
  'item-modifiers.show-on-items | order dropped | order by n → ':
    'PostgreSQL returns the elements of a list in their order.',
  "const name = first?.path.slice(1) || 'The body'; | OptionalChaining | first?.path → first.path":
    'A rejected body has an error.',
  'lists | join condition dropped | s.company_id = t.company_id → (s.company_id = t.company_id or true)': SAME_IDS,
  'if (this.#checksPlace) { | ConditionalExpression | this.#checksPlace → false': 'No merchant of the suite is moved.',
  'if (!/[%+]/.test(text)) return text; | ConditionalExpression | !/[%+]/.test(text) → false':
    'Decoding a text without an escape returns the same.',
  'for (let attempts = 1; ; attempts += 1) { | AssignmentOperator | attempts += 1 → attempts -= 1':
    'Ends only what fails again and again.',
  'return { total: row?.total ?? 0, changesAfter: undefined, rows: { text, values } }; | OptionalChaining | row?.total → row.total':
    'The statement returns one row.',
  'users.select (unnamed) | extreme exchanged | select to_char((max(s.expires_at)) → select to_char((min(s.expires_at))':
    ONLY_PAGE,
  'components.map(({ itemId: componentId, variantId = null }, i) => ({ position: i + 1, componentId, variantId })), | ArithmeticOperator | i + 1 → i - 1':
    'The order is the same.',
  '...insertStores(tx, stores?.map(({ storeId }, i) => ({ storeId, position: i + 1 })) ?? [], menu.id), | ArithmeticOperator | i + 1 → i - 1':
    'The order is the same.',
  "if (actor.kind === 'operator') return; | ConditionalExpression | actor.kind === 'operator' → false":
    'The suite is no operator.',
  'webhooks.trim | limit off by one | fset 100 limit 1) → fset 100 limit 1 + 1)': ONLY_PAGE,
  'return own.length > 0 && own.length < layers.length ? [[path, own.flatMap(({ methods }) => methods)]] : []; | LogicalOperator | own.length > 0 && own.length < layers.length → own.length > 0 || own.length < layers.length':
    'A path without another route is served by its own.',
  'return body === null || body === undefined ? undefined : JSON.stringify(body); | ConditionalExpression | body === null → false':
    'No response has the body null.',
  'webhook_attempts.select (unnamed) | equality negated | re is not null) = $n) order by id → re is not null) <> $n) order by id':
    ONLY_PAGE,
  "if (!principal || !merchant || !app) throw new PartnerError('partner.internal', 'The request was not admitted.'); | LogicalOperator | !principal || !merchant → !principal && !merchant":
    'A request that was not admitted gets no further.',
  "const other = sent === 'toStoreId' ? 'fromStoreId' : 'toStoreId'; | ConditionalExpression | sent === 'toStoreId' → false":
    WORDING,
  'Boolean(create?.modifierIds?.length || update?.modifierIds); | ConditionalExpression | create?.modifierIds?.length || update?.modifierIds → true':
    'Only takes one more lock.',
  'export const CHANGES_LIFETIME = 30 * 24 * 60 * 60 * 1000; | ArithmeticOperator | 30 * 24 * 60 * 60 → 30 * 24 * 60 / 60':
    'A test clock does not start the sweep that deletes changes.',
  'if (refusal.status >= 500) | EqualityOperator | refusal.status >= 500 → refusal.status > 500':
    'Changes only what is logged.',
  'if (maxItems === undefined) body(); | ConditionalExpression | maxItems === undefined → false':
    'Every list of the contract has a bound.',
  'access_requests.select (unnamed) | order reversed | order by r.key desc limit 200 → order by r.key asc limit 200':
    ONLY_PAGE,
  'export const cellName = ({ region, cell }: CellId): CellName => (cell === FIRST_CELL ? region : `${region}_${cell}`); | ConditionalExpression | cell === FIRST_CELL → true':
    ONE_CELL,
  "return refusedCharacter(data) ?? parentSchema?.['x-tillgate-rule'] ?? 'is not in the required form'; | LogicalOperator | refusedCharacter(data) ?? parentSchema?.['x-tillgate-rule'] → refusedCharacter(data) && parentSchema?.['x-tillgate-rule']":
    WORDING,
  'api_keys.update (unnamed) | predicate dropped | d_at = $n where id = $n and (last_used_ → d_at = $n where (id = $n or true) and (last_used_':
    ONLY_PAGE,
  'if (!bound) { | ConditionalExpression | !bound → true': 'Binds the statement again, which returns the same.',
  'if (frame) requireResidence(frame.residence, place); | ConditionalExpression | frame → false': NO_MOVES,
  'if (position < floor) return false; | ConditionalExpression | position < floor → true':
    'The suite does not restore a database.',
  'lists | join condition dropped | o.company_id = s.company_id → (o.company_id = s.company_id or true)': SAME_IDS,
  'const isLate = write.create && write.update && !write.isLate && error.details?.[0]?.path === path; | OptionalChaining | error.details?.[0] → error.details[0]':
    'A key that is taken is rejected with details.',
  "if (!principal || !merchant || !app) throw new PartnerError('partner.internal', 'The request was not admitted.'); | ConditionalExpression | !principal || !merchant || !app → false":
    'A request that was not admitted gets no further.',
  'if (!result.success) throw new InvalidInput(result.issues.map(toProblem)); | ConditionalExpression | !result.success → false':
    'What stores a name or an allowlist checks it again.',
  "if (begun.status === 'rejected') throw begun.reason; | ConditionalExpression | begun.status === 'rejected' → false":
    'A transaction begins unless its connection is lost.',
  'if (error instanceof PartnerError) return { error }; | ConditionalExpression | error instanceof PartnerError → true':
    'Checking a body throws nothing else.',
  'categories.holder-of-external-id | predicate dropped | company_id = $n → (company_id = $n or true)': SAME_IDS,
  'client_credentials.update (unnamed) | null test negated | d (last_used_at is null or last_used_at → d (last_used_at is not null or last_used_at':
    ONLY_PAGE,
  'this.#listeners.add(listener); | CallExpression | this.#listeners.add(listener); → ;':
    'The next sweep finds the change.',
  'webhook_cursors.select (unnamed) | order dropped | order by due_at → ':
    'Requests to different endpoints have no order.',
  "path === '/version' | ConditionalExpression | path === '/version' → false": WORDING,
  'modifier-groups.find-whole | join condition dropped | i.company_id = $n → (i.company_id = $n or true)': SAME_IDS,
  'webhook_attempts.select (unnamed) | column exchanged | as "webhookId", resync, resent, to_cha → as "webhookId", answer as resync, resent, to_cha':
    ONLY_PAGE,
  "if (!readers.has(name)) wire.describe({ type: 'P', name: '' }); | ConditionalExpression | !readers.has(name) → true":
    'Describes the statement again, which returns the same.',
  'if (changes.isEmpty && !restarts) return []; | ConditionalExpression | changes.isEmpty && !restarts → false':
    'Only takes a lock.',
  '[appId ?? null, endpointId ?? null, now], | LogicalOperator | appId ?? null → appId && null': ONLY_PAGE,
  'memberships.select (unnamed) | order dropped | order by u.id → ': ONLY_PAGE,
  'return stores.includes(undefined) ? [] : distinct(stores.flatMap((ids) => ids ?? [])).sort((a, b) => a - b); | LogicalOperator | ids ?? [] → ids && []':
    'Selects more rows, of which each entry is checked.',
  'memberships.select (unnamed) | order dropped | order by m.name, m.company_id → ': ONLY_PAGE,
  "ctx.state.principal = principal.sentTo && ctx.state.isByAlias ? { ...principal, sentTo: 'alias' } : principal; | ConditionalExpression | principal.sentTo && ctx.state.isByAlias → true":
    ON_TRAFFIC,
  'merchants.select (unnamed) | limit off by one | mpany_id limit 2 → mpany_id limit 2 + 1':
    'The service asks only whether there are several.',
  'lists | coalesce removed | coalesce($n::timestamptz - (select at from region.stock_movements where company_id = $n and item_id = $n::bigint and store_id = $n::bigint order by at asc, id asc limit 1) > (select at from region.stock_movements where company_id = $n and item_id = $n::bigint and store_id = $n::bigint order by at desc, id desc limit 1) - $n::timestamptz, false) → ($n::timestamptz - (select at from region.stock_movements where company_id = $n and item_id = $n::bigint and store_id = $n::bigint order by at asc, id asc limit 1) > (select at from region.stock_movements where company_id = $n and item_id = $n::bigint and store_id = $n::bigint order by at desc, id desc limit 1) - $n::timestamptz)':
    SAME_PAGE,
  'refresh: own && `${own.presented.familyId}:${own.presented.generation}`, | ConditionalExpression | own && `${own.presented.familyId}:${own.presented.generation}` → false':
    ON_TRAFFIC,
  'audit_log.select (unnamed) | extreme exchanged | event, to_char((max(at)) at time zo → event, to_char((min(at)) at time zo':
    ONLY_PAGE,
  'if (lastUsedAt !== null && now - lastUsedAt < USE_INTERVAL) return; | ConditionalExpression | lastUsedAt !== null && now - lastUsedAt < USE_INTERVAL → false':
    'Only writes more often when a credential was last used.',
  'if (this.#checksPlace) { | ConditionalExpression | this.#checksPlace → true': NO_MOVES,
  '...(recordId !== undefined && !created.has(recordId) && { recordId }), | ConditionalExpression | recordId !== undefined → true':
    'JSON leaves the absent property out.',
  'apps.select (unnamed) | order dropped | order by a.id → ': ONLY_PAGE,
  'if (this.#lost > lost) return; | ConditionalExpression | this.#lost > lost → false': 'Only leaves out more ids.',
  'row_counts.sql | order reversed | er by company_id, status on conf → er by company_id desc, status on conf':
    'Only changes the order of locks.',
  "const name = first?.path.slice(1) || 'The body'; | ConditionalExpression | first?.path.slice(1) || 'The body' → true":
    WORDING,
  'const PUBLISHED_AFTER = 60 * 60 * 1000; | ArithmeticOperator | 60 * 60 → 60 / 60': 'Operators rotate signing keys.',
  "const isByChange = ({ sorts }: ListPlan, { sort }: ListQuery): boolean => sorts[sort]?.[0] === 'updated_at'; | OptionalChaining | sorts[sort]?.[0] → sorts[sort][0]":
    'Every sort has a column.',
  "const location = `/items/${item.id}${storeId === null ? '' : `?storeId=${storeId}`}`; | ConditionalExpression | storeId === null → false":
    'Every merchant of a run has a store.',
  'webhook_secrets.select (unnamed) | extreme exchanged | select to_char((max(s.expires_at)) → select to_char((min(s.expires_at))':
    ONLY_PAGE,
  'const further = furtherCells.filter((one) => one.region === region).sort((a, b) => a.cell - b.cell); | MethodExpression | furtherCells.filter((one) => one.region === region) → furtherCells':
    ONE_CELL,
  'subject.userId ?? origin.userId ?? null, | LogicalOperator | subject.userId ?? origin.userId ?? null → (subject.userId ?? origin.userId) && null':
    'Changes only what is audited.',
  'if (itemIds.length > 0) await lockItemModifiers(tx); | ConditionalExpression | itemIds.length > 0 → false':
    'Leaves out a lock, which nothing waits for in an embedded database.',
  "if (ctx.req.complete || ctx.method === 'HEAD') return; | ConditionalExpression | ctx.req.complete || ctx.method === 'HEAD' → true":
    'Changes only when the rest of a body that nobody reads is taken from the connection.',
  'webhooks.lease | boundary | l and failed_at < $n::timestamptz → l and failed_at <= $n::timestamptz':
    'No request is due in the millisecond in which it is looked at.',
  "if (ctx.req.complete || ctx.method === 'HEAD') return; | ConditionalExpression | ctx.method === 'HEAD' → false":
    'A response to HEAD is sent without its body.',
  'if (isIP(address) !== 6) return address; | ConditionalExpression | isIP(address) !== 6 → true':
    'All requests of a run come from one address.',
  "const name = first?.path.slice(1) || 'The body'; | MethodExpression | first?.path.slice(1) → first?.path": WORDING,
  'missing-from.items | predicate dropped | t.company_id = $n → (t.company_id = $n or true)':
    'A write runs under row-level security, which shows only rows of its merchant.',
  'changes.append | coalesce removed | coalesce( (select position from region.changes where company_id = $n order by position desc limit 1), (select position from region.change_floors where company_id = $n), 0) → ((select position from region.changes where company_id = $n order by position desc limit 1))':
    'Every merchant of a run has changes, and none was deleted.',
  'return body === null || body === undefined ? undefined : JSON.stringify(body); | LogicalOperator | body === null || body === undefined → body === null && body === undefined':
    'An empty response has no body, whatever it is given.',
  'modifier-groups.find-all-whole | join condition dropped | i.company_id = $n → (i.company_id = $n or true)': SAME_IDS,
  'return working.find(({ allowedIps }) => allowedIps.length === 0) ?? working[0]; | ConditionalExpression | allowedIps.length === 0 → true':
    ONLY_PAGE,
  "const bodySchema = object.requestBody?.content['application/json']?.schema ?? {}; | OptionalChaining | object.requestBody?.content['application/json']?.schema → object.requestBody?.content['application/json'].schema":
    'Every request body of the contract is JSON.',
  'changes.select (unnamed) | boundary | and n.position >= c.position + ca → and n.position > c.position + ca':
    ONLY_PAGE,
  'if (error instanceof TokenExpired && error.principal) ctx.state.named = { appId: error.principal.appId }; | ConditionalExpression | error instanceof TokenExpired && error.principal → false':
    'Changes only the request log.',
  'if (count > limit) counters.refuse(key); | EqualityOperator | count > limit → count <= limit':
    'Changes only what is counted for operators.',
  'if (attempts === ATTEMPTS || !isWorthAnother(error)) throw error; | LogicalOperator | attempts === ATTEMPTS || !isWorthAnother(error) → attempts === ATTEMPTS && !isWorthAnother(error)':
    'Only tries again what is rejected again.',
  'redirect_uris.select (unnamed) | limit off by one | by a.id limit 2 → by a.id limit 2 + 1': ONLY_PAGE,
  "const name = first?.path.slice(1) || 'The body'; | LogicalOperator | first?.path.slice(1) || 'The body' → first?.path.slice(1) && 'The body'":
    WORDING,
  'changes.select (unnamed) | null test negated | when c.entries is null then 0 else 1 e → when c.entries is not null then 0 else 1 e':
    ONLY_PAGE,
  'directory.store-names | order reversed | egion.root_order, id → egion.root_order desc, id': ONLY_PAGE,
  'webhooks.target | join condition dropped | f.env = e.env → (f.env = e.env or true)':
    'Connections of the sandbox are to demo merchants, which the condition on both excludes.',
  'if (decided.length === 1) return 1; | ConditionalExpression | decided.length === 1 → true':
    'Only cuts a batch into more statements.',
  'const asked = [...this.#cells].filter(([, { region }]) => only === undefined || region === only); | EqualityOperator | region === only → region !== only':
    ONLY_PAGE,
  "body.once('error', () => ctx.res.destroy()); | CallExpression | body.once('error', () => ctx.res.destroy()); → ;":
    'A stream fails only if its client does not read, or its database breaks.',
  "return BigInt(`${sign}${whole}${fraction.slice(0, scale).padEnd(scale, '0')}`); | MethodExpression | fraction.slice(0, scale) → fraction":
    'Amounts and quantities are canonical by then.',
  'return rows.length > 0; | EqualityOperator | rows.length > 0 → rows.length >= 0': 'One process leases all cursors.',
  'memberships.select (unnamed) | order reversed | $n order by u.id limit 2 → $n order by u.id desc limit 2': ONLY_PAGE,
  'idempotency.forget | boundary | and created_at <= $n → and created_at < $n':
    'No request is carried out in the millisecond in which a key expires.',
  'menus.find-whole | join condition dropped | s.company_id = $n → (s.company_id = $n or true)': SAME_IDS,
  'if (!res.headersSent) res.setHeader(name, value); | ConditionalExpression | !res.headersSent → true':
    'Headers are set before they are sent.',
  'const attempts = [...distinct.values()].sort(newestFirst).slice(0, MOST_LISTED); | MethodExpression | [...distinct.values()].sort(newestFirst) → [...distinct.values()]':
    ONLY_PAGE,
  "path === '/version' | EqualityOperator | path === '/version' → path !== '/version'": WORDING,
};

/** Key of a mutant in `KNOWN`. */
export const knownAs = ({ kind, key }: Mutant): string => (kind === 'code' ? key.slice(key.indexOf(' | ') + 3) : key);

/** Why no response can show a mutant on this kind of database; undefined if one can. */
export const whyUnobservable = (mutant: Mutant, kind: Kind): string | undefined =>
  KNOWN[knownAs(mutant)] ?? CLASSES.find(({ has }) => has(mutant, kind))?.reason;
