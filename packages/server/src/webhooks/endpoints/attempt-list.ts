import { DirectoryError } from '../../control/directory-error.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import type { Asked, Regions } from '../../database/regions.ts';
import { type LoggedAttempt, latestAttempts } from '../cells/attempts.ts';

/** An attempt in lists. It has the changes after the one position, up to the other. */
export interface ListedAttempt extends Omit<LoggedAttempt, 'after' | 'end'> {
  readonly type: 'changes' | 'resync';
  readonly afterPosition: number;
  readonly lastPosition: number;
}

interface Filter {
  readonly endpointId: number;
  readonly companyId?: number | undefined;
  readonly failed?: boolean | undefined;
}

/** The latest attempts, newest first, with the regions that are unavailable. */
export async function listAttempts(
  regions: Regions,
  filter: Filter,
  { limit, after }: PageRequest,
): Promise<Page<ListedAttempt> & Pick<Asked<unknown>, 'unavailable'>> {
  const { attempts, unavailable } = await latestAttempts(regions, filter);
  const begin = after === undefined ? 0 : attempts.findIndex(({ attemptId }) => attemptId === after) + 1;
  const page = attempts.slice(begin, begin + limit);
  const next = attempts.length > begin + limit ? (page.at(-1)?.attemptId ?? null) : null;
  return { data: page.map(listed), next, unavailable };
}

const listed = ({ after, end, ...attempt }: LoggedAttempt): ListedAttempt => ({
  ...attempt,
  type: attempt.resync ? 'resync' : 'changes',
  afterPosition: after.position,
  lastPosition: end.position,
});

export async function findAttempt(
  regions: Regions,
  asked: { readonly endpointId: number; readonly attemptId: number },
): Promise<LoggedAttempt> {
  const { attempts } = await latestAttempts(regions, asked);
  if (attempts[0]) return attempts[0];
  throw new DirectoryError(`No such attempt of the endpoint ${asked.endpointId}: ${asked.attemptId}.`);
}
