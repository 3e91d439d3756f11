/** Part of a stream: whole lines in UTF-8, and the number of records in them. */
export interface Chunk {
  readonly parts: readonly Buffer[];
  readonly records: number;
}

/** All records of a list as lines of JSON, in one snapshot. The reader has to close it. */
export interface ListStream {
  /** Exact number of records. */
  readonly total: number;
  /** Cursor of the changes since the snapshot; undefined for a stream that resumes another. */
  readonly changesAfter: string | undefined;
  /** Undefined after the last one. */
  next(): Promise<Chunk | undefined>;
  close(): Promise<void>;
}
