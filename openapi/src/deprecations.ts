import { type OpenApiDocument, type Operation, operationName, operationsOf } from './document.ts';
import type { ResponseHeaders } from './response-headers.ts';

/** Minimum number of days between the deprecation of an operation and its sunset. */
const NOTICE_DAYS = 365;

const DAY = 24 * 60 * 60 * 1000;

/**
 * Violations of the policy in docs/guides/versions.md: deprecated operations state the days of their deprecation and
 * sunset in `x-tillgate-deprecated` and `x-tillgate-sunset`; other operations do not have these.
 */
export const deprecationProblems = (document: OpenApiDocument): string[] =>
  operationsOf(document).flatMap((found) => {
    const problem = problemOf(found.operation);
    return problem ? [`${operationName(found)} ${problem}`] : [];
  });

function problemOf({ deprecated, 'x-tillgate-deprecated': since, 'x-tillgate-sunset': sunset }: Operation) {
  if (deprecated !== true) {
    return since === undefined && sunset === undefined
      ? undefined
      : 'has dates of a deprecation but no deprecated: true';
  }
  for (const [name, value] of Object.entries({ 'x-tillgate-deprecated': since, 'x-tillgate-sunset': sunset })) {
    if (!isDay(value)) return `is deprecated: ${name} must be a day in quotation marks, such as "2027-01-31"`;
  }
  const notice = (Date.parse(String(sunset)) - Date.parse(String(since))) / DAY;
  return notice < NOTICE_DAYS ? `is deprecated: its sunset must be at least ${NOTICE_DAYS} days later` : undefined;
}

const isDay = (value: unknown): boolean =>
  typeof value === 'string' &&
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value) === true;

/** Compares a response with the announced deprecation: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594). */
export function checkDeprecation(operation: Operation, headers: ResponseHeaders): string[] {
  const { deprecated, 'x-tillgate-deprecated': since, 'x-tillgate-sunset': sunset } = operation;
  const announced = Object.entries({
    Deprecation: deprecated ? `@${Date.parse(String(since)) / 1000}` : undefined,
    Sunset: deprecated ? new Date(String(sunset)).toUTCString() : undefined,
  });
  return announced.flatMap(([name, value]) => {
    const sent = headers[name.toLowerCase()];
    return sent === value ? [] : [`header ${name} must be ${value ?? 'absent'}, but is ${sent ?? 'missing'}`];
  });
}
