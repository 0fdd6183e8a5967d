import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContextContract } from '../../../shared/model/context-contract.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { ContextRule, ContextRuleEngine } from '../../../shared/model/rule.ts';
import type { Sample } from '../../../shared/model/sample.ts';

const phases = ['planning', 'building', 'review', 'hotfix', 'done'];
const agents = ['developer', 'qa_expert', 'tech_lead', 'writer'];
const pick = (words: readonly string[], at: number): string => words[at % words.length] ?? '';

/** The rule that is edited stands first, and asks with a pattern that is typed. */
export const editedRule: ContextRule = {
  id: 'edited',
  name: 'The edited rule',
  priority: 1000,
  when: [{ field: 'addVar.phase', operator: 'regex', value: 'planning' }],
  then: { add_memories: ['memory-0'] },
};

/** Rules that add one of so many memories each. */
export function bigRules(count: number, memories = count): ContextRule[] {
  const rest = Array.from(
    { length: count - 1 },
    (_, at): ContextRule => ({
      id: `rule-${at}`,
      name: `Rule number ${at}`,
      priority: (at * 37) % 100,
      when: [
        { field: 'addVar.phase', operator: at % 3 ? 'eq' : 'neq', value: pick(phases, at) },
        { field: 'scope.agent.agent_type', operator: 'in', value: [pick(agents, at), pick(agents, at + 1)] },
        ...(at % 2 ? [{ field: 'addVar.iteration', operator: 'gte' as const, value: at % 10 }] : []),
        ...(at % 7 ? [] : [{ field: 'input.text', operator: 'contains' as const, value: `word${at % 11}` }]),
      ],
      then: { add_memories: [`memory-${(at + 1) % memories}`] },
    }),
  );
  return [editedRule, ...rest];
}

export function bigSamples(count: number): Sample[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `sample-${String(at).padStart(3, '0')}`,
    name: `Sample ${at} ${pick(phases, at)}`,
    request: {
      scope_variables: { agent: { agent_id: 'a', agent_type: pick(agents, at) } },
      additional_variables: { phase: pick(phases, at), iteration: at % 12 },
      input: { text: `please fix word${at % 11} now` },
    },
  }));
}

export interface BigSize {
  readonly rules: number;
  readonly samples: number;
  readonly memories: number;
  readonly contracts?: number;
}

/** Each hangs on the edited rule, so that each is decided anew with every key. */
function bigContract(at: number): ContextContract {
  const condition = { field: 'addVar.phase', operator: 'eq', value: pick(phases, at) } as const;
  return {
    id: `contract-${at}`,
    name: `Contract number ${at}`,
    severity: 'warning',
    state: { kind: at % 2 ? 'never' : 'always', memory: 'memory-0' },
    when: [condition, { field: 'addVar.iteration', operator: 'gte', value: at }],
  };
}

/** The same as files of a project, with so many memories and contracts. */
export async function writeBigProject(
  folder: string,
  { rules, samples, memories, contracts = 0 }: BigSize,
): Promise<void> {
  const engine = { id: 'big', name: 'Big', description: '', enabled: true, rules: bigRules(rules, memories) };
  const memoryIds = Array.from({ length: memories }, (_, at) => `memory-${at}`);
  await writeProject(folder, engine, bigSamples(samples), memoryIds);
  // Rules one by one, as what is measured is so many cards.
  const layout = { id: 'big', pins: {}, groups: { by: 'none', open: [] } };
  await writeAll(join(folder, '.codebolt/weft/layout'), [layout]);
  await writeAll(
    join(folder, '.codebolt/contracts'),
    Array.from({ length: contracts }, (_, at) => bigContract(at)),
  );
}

/** A project of one engine; its memories say one line each. */
export async function writeProject(
  folder: string,
  engine: ContextRuleEngine,
  samples: readonly Sample[],
  memoryIds: readonly string[],
): Promise<void> {
  await writeAll(join(folder, '.codebolt/context-rule-engines'), [engine]);
  await writeAll(join(folder, '.codebolt/weft/samples'), samples);
  await writeAll(join(folder, '.codebolt/PersistentMemory'), memoryIds.map(memory));
}

async function writeAll(folder: string, definitions: readonly { readonly id: string }[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const definition of definitions)
    await writeFile(join(folder, `${definition.id}.json`), JSON.stringify(definition));
}

function memory(id: string): PersistentMemory {
  return {
    id,
    label: id,
    version: '1.0.0',
    status: 'active',
    inputs_scope: [],
    additional_variables: [],
    retrieval: { pipeline: [{ type: 'static', params: { items: [`What ${id} says.`] } }] },
    contribution: { section: 'knowledge', priority: 'medium', format: 'bullet_list' },
  };
}
