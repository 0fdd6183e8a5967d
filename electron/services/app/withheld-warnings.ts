import type { ProcedureName } from '../../../shared/contract/contract.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import { isWithheld, unreadableWords } from '../../../shared/rules/evaluation/unknown-words.ts';
import { knownDefinitions } from '../project/known-definitions.ts';
import type { OpenProject } from '../project/project.ts';

type Kind = 'engines' | 'memories';

/** Answers of what acts in a project, which say nothing by themselves of what is written there and does not act. */
const ofWhatActs: Partial<Readonly<Record<ProcedureName, readonly Kind[]>>> = {
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

const nouns = { engines: 'rule engine', memories: 'memory' } as const;
const mostNamed = 5;

/** What this answer leaves out, since it came or changed outside after the user trusted the project. */
export async function withheldWarnings(
  name: ProcedureName,
  input: unknown,
  project: OpenProject | undefined,
): Promise<string[]> {
  // What the caller gives stands for what the project has.
  const kinds = ofWhatActs[name]?.filter(kind => !(isJsonObject(input) && kind in input)) ?? [];
  if (kinds.length === 0 || project?.trust.isTrusted() !== true) return [];
  const { unreadable } = await knownDefinitions(project);
  const all = kinds.flatMap(kind =>
    (unreadable?.[kind] ?? [])
      .filter(isWithheld)
      .map(file => `${unreadableWords(nouns[kind], file)}; until then it does nothing`),
  );
  const more = all.length - mostNamed;
  return more > 0 ? [...all.slice(0, mostNamed), `${more} more files are withheld`] : all;
}
