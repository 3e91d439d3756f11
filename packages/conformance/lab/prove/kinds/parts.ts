import type { Fault } from '../fault.ts';
import { asked, type HandlerId, type Request, withBody, withQuery } from './server.ts';

/** Ways for the entries of lists in a body, and for filters, to be lost. */

export type Part = Record<string, unknown>;

export const parts = (request: Request, name: string): Part[] | undefined => request.body[name] as Part[] | undefined;

/** The entries of a list in the body are changed on their way in. */
export const inParts = (
  id: string,
  breaks: string,
  text: string,
  ids: readonly HandlerId[],
  name: string,
  change: (part: Part) => Part,
): Fault =>
  asked(id, breaks, text, ids, (request) => {
    const given = parts(request, name);
    return given ? withBody(request, { [name]: given.map(change) }) : request;
  });

export const without =
  (name: string) =>
  (part: Part): Part =>
    Object.fromEntries(Object.entries(part).filter(([key]) => key !== name));

/** A filter of 0 counts as none. */
export const falsy = (name: string, ids: readonly HandlerId[], breaks: string): Fault =>
  asked(`zero-${name}-of-${ids[0]}`, breaks, `${name}=0 is taken for no filter`, ids, (request) =>
    request.query[name] === 0 ? withQuery(request, { [name]: undefined }) : request,
  );
