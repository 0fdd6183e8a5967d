/** Where a project keeps its definitions, one file of JSON each: folders within it, with forward slashes. */
export const definitionFolders = {
  engines: '.codebolt/context-rule-engines',
  memories: '.codebolt/PersistentMemory',
  samples: '.codebolt/weft/samples',
  layouts: '.codebolt/weft/layout',
  contracts: '.codebolt/contracts',
  tests: '.codebolt/weft/tests',
} as const;

/** The file of one definition, from the top of the project. */
export const definitionFile = (folder: string, id: string): string => `${folder}/${id}.json`;
