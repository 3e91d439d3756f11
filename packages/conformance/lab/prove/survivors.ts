const ONE_AT_A_TIME =
  'The embedded database runs one statement at a time; tried with --database-url, it can be caught.';

/** Faults that the suite cannot catch, with the reason for each. */
export const SURVIVORS: Readonly<Record<string, string>> = {
  'statement.lock-missing': ONE_AT_A_TIME,
  'statement.tree-unlocked': ONE_AT_A_TIME,
  'statement.report-store-names': 'No case renames a store: the back office alone writes stores, and does so once.',
  'web.unreviewed-shown': 'An app that nobody has reviewed has no client id of production.',
  'web.access-request-of-anybody':
    "A case opens another merchant's request under that merchant's company alone, which is refused before.",
};
