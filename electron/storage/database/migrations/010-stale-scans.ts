/** Finds chunks whose scan is by older patterns without reading the chunks. */
export const staleScansMigration = `
CREATE INDEX chunk_scan ON chunk (clean_under) WHERE clean_under IS NOT NULL;
`;
