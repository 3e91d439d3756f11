import { endOf, isDone, overlaps, parameter, rule, type SeenRequest } from './seen.ts';

const MINUTE = 60_000;

/** Requests with the same refresh token whose responses both arrived. */
export const parallelRefreshes = rule<{ readonly latest: SeenRequest }>({
  rule: 'One refresh at a time for each merchant.',
  fix: 'Take a lock for the merchant before you refresh, and read the stored token again once you have it.',
  guide: 'authorization#refresh',
  about: ({ facts: { token, isCut } }) => (isCut ? undefined : token?.refresh),
  judge(request, state) {
    if (!state) return { state: { latest: request } };
    const { latest } = state;
    const broken = overlaps(latest, request) ? [latest, request] : undefined;
    return { state: { latest: endOf(request) > endOf(latest) ? request : latest }, broken };
  },
});

export const reusedRefresh = rule({
  rule: 'A refresh token is used once.',
  fix: 'Save the new refresh token before you use the new access token, and never present the one before it again.',
  guide: 'authorization#refresh',
  about: ({ code, facts: { token } }) => (code === 'oauth.refresh_reused' && !token?.isStaged ? code : undefined),
  judge: (request) => ({ broken: [request] }),
});

interface TokenUse {
  readonly since: number;
  readonly tokens: number;
  readonly calls: number;
  readonly latest?: SeenRequest | undefined;
}

const TOKEN_LIFETIME = 15 * MINUTE;
const MOST_TOKENS = 20;

/** A burst of processes that start together mints many tokens, but uses each more than once. */
export const tokenPerCall = rule<TokenUse>({
  rule: 'One access token for each merchant until it expires.',
  fix: 'Keep the token of a merchant and use it for 15 minutes, until about 60 seconds before it expires.',
  guide: 'rate-limits#fewer-requests',
  about: (request) => {
    if (!isDone(request)) return undefined;
    const companyId = request.facts.token?.companyId ?? (request.facts.isBearer ? request.companyId : null);
    return companyId === null ? undefined : String(companyId);
  },
  judge(request, state) {
    const isFresh = state !== undefined && request.at - state.since < TOKEN_LIFETIME;
    const use = isFresh ? state : { since: request.at, tokens: 0, calls: 0 };
    if (!request.facts.token) return { state: { ...use, calls: use.calls + 1, latest: request } };
    const tokens = use.tokens + 1;
    const isMistake = tokens > MOST_TOKENS && use.calls >= use.tokens / 2 && use.calls <= use.tokens * 1.5;
    const broken = isMistake ? [...(use.latest ? [use.latest] : []), request] : undefined;
    return { state: { ...use, tokens }, broken };
  },
});

export const forgedState = rule({
  rule: 'A callback with an unknown state is rejected.',
  fix: 'Keep the state in the session of the person who began, compare it in the callback, and only then use the code.',
  guide: 'authorization#the-flow',
  about: ({ facts: { token } }) => (token?.isForged ? 'state' : undefined),
  judge: (request) => ({ broken: [request] }),
});

export const ignoredBaseUrl = rule({
  rule: 'Requests go to the api_base_url of their token.',
  fix: 'Build each URL from the api_base_url of the token response, not from a setting.',
  guide: 'versions#versions',
  about: ({ facts: { alias } }) => (alias === 'ignored' ? 'alias' : undefined),
  judge: (request) => ({ broken: [request] }),
});

export const otherMerchant = rule({
  rule: 'A token is used for its own merchant only.',
  fix: 'Keep tokens, cursors and ETags by merchant, and look them up by the merchant of the request.',
  guide: 'authorization#a-second-company',
  about(request) {
    const named = parameter(request, 'companyId');
    const isOther = request.facts.isBearer && request.companyId !== null && named !== undefined && /^\d+$/.test(named);
    return isOther && Number(named) !== request.companyId ? 'merchant' : undefined;
  },
  judge: (request) => ({ broken: [request] }),
});
