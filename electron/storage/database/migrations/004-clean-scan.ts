/** Version of the patterns that found no secret in a chunk and what it is shown with; null where that is unknown. */
export const cleanScanMigration = `
ALTER TABLE chunk ADD COLUMN clean_under INTEGER;
`;
