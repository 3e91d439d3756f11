import type { ChangedRecords } from './generated/changes.gen.ts';
import type * as Api from './generated/types.gen.ts';

/** A change of one of these resources. `resource` tells which, and so the type of `record`. */
export type ChangeOf<Resource extends Api.ChangedResource = Api.ChangedResource> = {
  [Name in Resource]: Omit<Api.Change, 'resource' | 'record'> & {
    readonly resource: Name;
    readonly record?: ChangedRecords[Name] | null;
  };
}[Resource];

/** The same with the record as it is now; null if there is none any more. */
export type ChangeWithRecord<Resource extends Api.ChangedResource = Api.ChangedResource> = Required<ChangeOf<Resource>>;

/** A page of the change feed. */
export interface ChangePage<Change = ChangeOf> {
  /** The changes, earliest first. May be empty. */
  readonly data: readonly Change[];
  /** The place after this page. */
  readonly nextCursor: string;
  /** False at the end of the log. */
  readonly hasMore: boolean;
}
