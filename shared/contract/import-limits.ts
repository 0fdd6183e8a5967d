/** Size limits of an import: 10 MiB a file, 2,000 files. */
export const importLimits = { fileBytes: 10 * 1024 * 1024, files: 2000 } as const;
