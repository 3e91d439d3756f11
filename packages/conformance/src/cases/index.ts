import type { Case } from '../run/case.ts';
import { ACCESS_CASES } from './access/access.ts';
import { API_KEY_CASES } from './access/api-keys.ts';
import { APPROVAL_CASES } from './access/approvals.ts';
import { APP_CASES } from './access/apps.ts';
import { TIME_CASES } from './access/lifetimes.ts';
import { TOKEN_RACE_CASES } from './access/token-races.ts';
import { TIMED_TOKEN_CASES, TOKEN_WALK_CASES } from './access/token-walks.ts';
import { TOKEN_CASES } from './access/tokens.ts';
import { CONSENT_CASES } from './consent/consent.ts';
import { DISCONNECT_CASES } from './consent/disconnect.ts';
import { CONSENT_PAGE_CASES } from './consent/pages.ts';
import { REQUEST_CASES } from './consent/requests.ts';
import { SESSION_CASES, TIMED_SESSION_CASES } from './consent/sessions.ts';
import { COMPRESSION_CASES } from './http/compression.ts';
import { CORRELATION_ID_CASES } from './http/correlation-ids.ts';
import { DOCUMENT_CASES } from './http/documents.ts';
import { HOST_CASES } from './http/hosts.ts';
import { LIMIT_CASES } from './http/limits.ts';
import { ORIGIN_CASES } from './http/origins.ts';
import { STREAM_CASES } from './http/streams.ts';
import { SPECIFICATION_CASES } from './specification/index.ts';
import { TIMED_WEBHOOK_CASES } from './webhooks/attempts.ts';
import { WEBHOOK_CASES } from './webhooks/deliveries.ts';

/** Every case in running order. Cases that move the clock come last. */
export const CASES: readonly Case[] = [
  ...ACCESS_CASES,
  ...DOCUMENT_CASES,
  ...COMPRESSION_CASES,
  ...HOST_CASES,
  ...CORRELATION_ID_CASES,
  ...ORIGIN_CASES,
  ...TOKEN_CASES,
  ...TOKEN_WALK_CASES,
  ...TOKEN_RACE_CASES,
  ...CONSENT_CASES,
  ...REQUEST_CASES,
  ...CONSENT_PAGE_CASES,
  ...SESSION_CASES,
  ...DISCONNECT_CASES,
  ...API_KEY_CASES,
  ...APPROVAL_CASES,
  ...APP_CASES,
  ...STREAM_CASES,
  ...SPECIFICATION_CASES,
  ...WEBHOOK_CASES,
  ...LIMIT_CASES,
  ...TIMED_SESSION_CASES,
  ...TIMED_WEBHOOK_CASES,
  ...TIMED_TOKEN_CASES,
  ...TIME_CASES,
];
