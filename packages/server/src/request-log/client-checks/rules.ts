import { pageWalk, polledList, unconditionalPoll, unusedLines, wrongZone } from './reading-rules.ts';
import { retryInWindow, retryWithoutBackoff, unkeyedRepeat } from './retry-rules.ts';
import type { TrafficRule } from './seen.ts';
import {
  forgedState,
  ignoredBaseUrl,
  otherMerchant,
  parallelRefreshes,
  reusedRefresh,
  tokenPerCall,
} from './token-rules.ts';

/** Rules that are checked of every app's traffic, by name. */
export const TRAFFIC_RULES = {
  'refreshes-in-parallel': parallelRefreshes,
  'refresh-token-reused': reusedRefresh,
  'token-for-each-call': tokenPerCall,
  'retry-in-window': retryInWindow,
  'retry-without-backoff': retryWithoutBackoff,
  'write-without-key': unkeyedRepeat,
  'page-walk': pageWalk,
  'polled-list': polledList,
  'unconditional-poll': unconditionalPoll,
  'unused-lines': unusedLines,
  'state-not-checked': forgedState,
  'base-url-ignored': ignoredBaseUrl,
  'other-merchants-token': otherMerchant,
  'wrong-time-zone': wrongZone,
} as const satisfies Readonly<Record<string, TrafficRule>>;

export type TrafficRuleName = keyof typeof TRAFFIC_RULES;
