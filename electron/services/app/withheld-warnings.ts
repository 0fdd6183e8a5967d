import type { ProcedureName } from '../../../shared/contract/contract.ts';
import { isWithheld, unreadableWords } from '../../../shared/rules/evaluation/unknown-words.ts';
import { loadConfig } from '../project/config.ts';
import { knownDefinitions } from '../project/known-definitions.ts';
import type { OpenProject } from '../project/project.ts';
import { firstWarnings, kindNouns, notGiven } from './broken-file-warnings.ts';

type ActingKind = 'engines' | 'memories';

/** Answers of what acts in a project, which say nothing by themselves of what is written there and does not act. */
const ofWhatActs: Partial<Readonly<Record<ProcedureName, readonly ActingKind[]>>> = {
  'tests.run': ['engines', 'memories'],
  'tests.coverage': ['engines', 'memories'],
  'tests.generate': ['engines', 'memories'],
  'tests.mutate': ['engines', 'memories'],
  'recordings.usage': ['engines', 'memories'],
  'recordings.replay': ['engines', 'memories'],
  'recordings.suggest': ['engines', 'memories'],
  'assembly.memoryTypes': ['memories'],
  'rules.possibleVariables': ['engines', 'memories'],
};

/** Answers that the configuration has a part in. */
const ofConfiguration: readonly ProcedureName[] = [
  'tests.run',
  'tests.coverage',
  'tests.generate',
  'tests.mutate',
  'recordings.replay',
];

/** What this answer leaves out, since it came or changed outside after the user trusted the project. */
export async function withheldWarnings(
  name: ProcedureName,
  input: unknown,
  project: OpenProject | undefined,
): Promise<string[]> {
  const kinds = notGiven(ofWhatActs[name], input);
  const isConfigured = ofConfiguration.includes(name);
  if ((kinds.length === 0 && !isConfigured) || project?.trust.isTrusted() !== true) return [];
  const { unreadable } = await knownDefinitions(project);
  const all = kinds.flatMap(kind =>
    (unreadable?.[kind] ?? [])
      .filter(isWithheld)
      .map(file => `${unreadableWords(kindNouns[kind], file)}; until then it does nothing`),
  );
  return [
    ...firstWarnings(all, 'are withheld'),
    ...(isConfigured ? (await loadConfig(project)).withheldWarnings : []).map(({ message }) => message),
  ];
}
