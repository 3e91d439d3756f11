import { DirectoryError, InvalidInput, NotAllowed, type Problem, UnknownOperation } from '../../control/errors.ts';
import { databaseOf, toUnavailable, Unavailable, Unreachable } from '../../database/failures.ts';
import { StartError } from '../../process/start-error.ts';

export const operationPath = (name: string): string => `/admin/operations/${name}`;
export const BACKUP_PATH = '/admin/backup';
export const exportPath = (companyId: number | string): string => `/admin/export/${companyId}`;
export const importPath = (companyId: number | string): string => `/admin/import/${companyId}`;

/** Trailer of an import that stopped before the end of the file. */
export const STOPPED = 'tillgate-stopped';

const STATUS = {
  invalid: 400,
  unauthorized: 401,
  not_allowed: 403,
  unknown_operation: 404,
  refused: 409,
  internal: 500,
  unavailable: 503,
} as const;

export interface AdminError {
  readonly code: keyof typeof STATUS;
  readonly message: string;
  readonly problems?: readonly Problem[];
}

export const statusOf = ({ code }: AdminError): number => STATUS[code];

/** Converts an error for the response. The details of unexpected errors are only logged. */
export function toAdminError(error: unknown): AdminError {
  const cause = toUnavailable(error);
  if (cause instanceof InvalidInput) return { code: 'invalid', message: cause.message, problems: cause.problems };
  if (cause instanceof NotAllowed) return { code: 'not_allowed', message: cause.message };
  if (cause instanceof UnknownOperation) return { code: 'unknown_operation', message: cause.message };
  if (cause instanceof DirectoryError) return { code: 'refused', message: cause.message };
  if (cause instanceof StartError) return { code: 'unavailable', message: cause.message };
  if (cause instanceof Unavailable) return { code: 'unavailable', message: unavailable(cause) };
  return { code: 'internal', message: 'The server failed; its log has the cause.' };
}

function unavailable(error: Unavailable): string {
  const database = databaseOf(error);
  if (!database || error.failure !== 'unavailable') return 'The database of the server is unavailable.';
  return `The server: ${new Unreachable(database, error).message}`;
}

/** Restores the error that an operation threw in the server. */
export function fromAdminError({ code, message, problems = [] }: AdminError): Error {
  switch (code) {
    case 'invalid':
      return new InvalidInput(problems);
    case 'not_allowed':
      return new NotAllowed(message);
    case 'unknown_operation':
      return new UnknownOperation(`${message} The running server has another version than this command line.`);
    case 'refused':
      return new DirectoryError(message);
    default:
      return new StartError(message);
  }
}
