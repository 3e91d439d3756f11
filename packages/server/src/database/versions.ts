/**
 * The version of a record after a change, in a statement of one merchant: larger by `changes`, or the first one that the
 * merchant's records cannot have had before its data was restored.
 */
export const nextVersion = (version = 'version', changes = '1'): string =>
  `greatest(${version} + ${changes}, (select first from region.version_floors where company_id = $1))`;
