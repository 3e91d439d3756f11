import { InvalidInput } from '../../control/errors.ts';

/** Rejects a file as a whole. */
export const unreadable = (what: string): InvalidInput =>
  new InvalidInput([{ field: 'file', message: `The file ${what}` }]);
