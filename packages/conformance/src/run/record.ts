import type { Answer } from '../http/send.ts';

/** A record of any resource. */
export interface Rec {
  readonly id: number;
  readonly version: number;
  readonly [field: string]: unknown;
}

export interface Page {
  readonly data: Rec[];
  readonly pagination: {
    readonly page: number | null;
    readonly limit: number;
    readonly total: number;
    readonly totalIsExact?: boolean;
    readonly hasMore: boolean;
    readonly nextCursor: string | null;
  };
}

export const recordOf = ({ body }: Answer): Rec => body as Rec;
export const pageOf = ({ body }: Answer): Page => body as Page;
