/**
 * Tables of a region without `company_id`: request logs, which belong to apps, and the cells that merchants live in.
 */
export const TABLES_OF_NO_MERCHANT = [
  'cell',
  'migrations',
  'move_marks',
  'request_batches',
  'request_bodies',
  'residences',
  'schema_files',
  'traffic_findings',
  'usage_days',
  'usage_minutes',
  'usage_names',
];
