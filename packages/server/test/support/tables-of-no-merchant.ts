/** Tables of a region without `company_id`: what apps requested, which is the apps', and where merchants live. */
export const TABLES_OF_NO_MERCHANT = [
  'cell',
  'migrations',
  'move_marks',
  'request_batches',
  'residences',
  'schema_files',
  'usage_days',
  'usage_minutes',
  'usage_names',
];
