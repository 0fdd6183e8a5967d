import type { ProcedureName } from '../../../shared/contract/contract.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import type { FileProblem } from '../../../shared/model/problem.ts';
import { unreadableWords } from '../../../shared/rules/evaluation/unknown-words.ts';
import type { OpenProject } from '../project/project.ts';

type Kind = 'engines' | 'memories' | 'samples' | 'contracts' | 'tests';

const everything: readonly Kind[] = ['engines', 'memories', 'samples', 'tests'];

/** Answers that are made of all definitions of these kinds. Others name what they miss themselves. */
const madeOf: Partial<Readonly<Record<ProcedureName, readonly Kind[]>>> = {
  'engines.list': ['engines'],
  'memories.list': ['memories'],
  'samples.list': ['samples'],
  'contracts.list': ['contracts'],
  'contracts.check': ['contracts', 'engines', 'memories'],
  'tests.list': ['tests'],
  'tests.run': everything,
  'tests.coverage': everything,
  'tests.generate': everything,
  'tests.mutate': everything,
  'assembly.memoryTypes': ['memories'],
  'memories.impact': ['engines', 'memories', 'samples'],
  'rules.possibleVariables': ['engines', 'memories', 'samples'],
  'audit.memories': [...everything, 'contracts'],
  'rules.analyze': ['engines', 'memories', 'samples'],
};

export const kindNouns = {
  engines: 'rule engine',
  memories: 'memory',
  samples: 'sample',
  contracts: 'contract',
  tests: 'test',
} as const;
const madeWithout = 'this answer is made without it';

/** Whether a warning is of a file that cannot be read, for who names such files with their places. */
export const isOfBrokenFile = (warning: string): boolean => warning.endsWith(madeWithout);

/** Which files this answer would have been made of as well, if they could be read: a sentence for each, of many the first. */
export async function brokenFileWarnings(
  name: ProcedureName,
  input: unknown,
  project: OpenProject | undefined,
): Promise<string[]> {
  const kinds = notGiven(madeOf[name], input);
  if (project === undefined || kinds.length === 0) return [];
  const lists = await Promise.all(
    kinds.map(async kind => {
      const { problems }: { readonly problems: readonly FileProblem[] } = await project[kind].list();
      return problems.map(problem => `${unreadableWords(kindNouns[kind], problem)}; ${madeWithout}`);
    }),
  );
  return firstWarnings(lists.flat(), 'cannot be read');
}

/** What the caller gives stands for what the project has. */
export const notGiven = <Given extends Kind>(kinds: readonly Given[] = [], input: unknown): Given[] =>
  kinds.filter(kind => !(isJsonObject(input) && kind in input));

const mostNamed = 5;

/** Of many the first, and how many more files there are of which the same is said. */
export function firstWarnings(all: string[], said: string): string[] {
  const more = all.length - mostNamed;
  return more > 0 ? [...all.slice(0, mostNamed), `${more} more files ${said}`] : all;
}
