/** The folder of the guides, docs/guides. */
export const GUIDES_FOLDER = new URL('../../../../docs/guides/', import.meta.url);
