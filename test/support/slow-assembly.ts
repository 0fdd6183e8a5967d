import type { PersistentMemory } from '../../shared/model/memory.ts';
import type { Constraints } from '../../shared/model/request.ts';
import { priorityWeights, sections } from '../../shared/model/section.ts';

interface Candidate {
  readonly id: string;
  readonly content: string;
  readonly tokens: number;
  readonly memory: PersistentMemory;
  readonly resolved: number;
  readonly position: number;
}

/** Merging, contributions and the budget, without a thought for speed. Items are the JSON list in the first step's query. */
export function slowAssemble(memories: readonly PersistentMemory[], constraints: Constraints) {
  const dropped: [string, string][] = [];
  const merged = walk(inPlacementOrder(memories), dropped);
  const kept = constraints.max_tokens === undefined ? merged : cut(merged, constraints, dropped);
  return { kept: kept.map(candidate => candidate.id), dropped };
}

function inPlacementOrder(memories: readonly PersistentMemory[]): Candidate[] {
  const all = memories.flatMap((memory, resolved) => {
    const query = memory.retrieval.pipeline[0]?.params?.query;
    const contents: unknown[] = typeof query === 'string' ? JSON.parse(query) : [];
    return contents.map((given, position) => {
      const content = String(given);
      return {
        id: `${memory.id}#${position}`,
        content,
        tokens: Math.ceil(content.length / 4),
        memory,
        resolved,
        position,
      };
    });
  });
  const rank = ({ memory, resolved, position }: Candidate) => [
    sections.indexOf(memory.contribution.section),
    -priorityWeights[memory.contribution.priority],
    resolved,
    position,
  ];
  return all.sort((left, right) => {
    const ranks = rank(left).map((value, index) => value - (rank(right)[index] ?? 0));
    return ranks.find(difference => difference !== 0) ?? 0;
  });
}

function walk(candidates: readonly Candidate[], dropped: [string, string][]): Candidate[] {
  const kept: Candidate[] = [];
  for (const candidate of candidates) {
    const ofMemory = kept.filter(other => other.memory.id === candidate.memory.id).length;
    const { max_items: most } = candidate.memory.contribution;
    if (kept.some(other => other.content === candidate.content)) dropped.push([candidate.id, 'duplicate']);
    else if (most !== undefined && ofMemory >= most) dropped.push([candidate.id, 'max_items']);
    else kept.push(candidate);
  }
  return kept;
}

function cut(
  candidates: Candidate[],
  { max_tokens = 0, budget_strategy }: Constraints,
  dropped: [string, string][],
) {
  const isRequired = (candidate: Candidate) => candidate.memory.contribution.required === true;
  const sum = (list: readonly Candidate[]) => list.reduce((total, { tokens }) => total + tokens, 0);
  let kept = candidates;
  if (budget_strategy === 'peel') {
    while (sum(kept) > max_tokens) {
      const victim = kept.findLast(candidate => !isRequired(candidate)) ?? kept.at(-1);
      kept = kept.filter(candidate => candidate !== victim);
      if (victim !== undefined) dropped.push([victim.id, 'budget']);
    }
    return kept;
  }
  const chosen: Candidate[] = [];
  for (const candidate of [...kept.filter(isRequired), ...kept.filter(other => !isRequired(other))]) {
    if (sum([...chosen, candidate]) <= max_tokens) chosen.push(candidate);
    else dropped.push([candidate.id, 'budget']);
  }
  return kept.filter(candidate => chosen.includes(candidate));
}
