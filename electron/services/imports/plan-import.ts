import { isDeepStrictEqual } from 'node:util';
import { unreachable } from '../../../shared/contract/errors.ts';
import type { ImportItem } from '../../../shared/contract/imports.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { ContextRuleEngine } from '../../../shared/model/rule.ts';
import { checkMemory } from '../../../shared/model/validate-memory.ts';
import { checkEngine } from '../../../shared/rules/validate-rule.ts';
import type { ImportFile } from '../../storage/documents/collect-files.ts';
import type { DefinitionList } from '../../storage/files/definition-file.ts';
import type { DefinitionChange } from '../../storage/files/plan-save.ts';
import { sha256 } from '../../storage/files/read-text-file.ts';
import { completeMemory } from '../memories/complete-memory.ts';
import { completeEngine } from '../rules/complete-engine.ts';
import { type OnConflict, takesThis } from '../rules/decide-conflict.ts';
import { createDefinitionPlan, type DefinitionPlan, type Outcome, type Plans } from './definition-plan.ts';
import { placeGone } from './find-gone.ts';
import type { ImportCandidate } from './import-reader.ts';
import { placeRule } from './place-rule.ts';

/** What there is in the project. */
export interface ImportGround {
  readonly engines: DefinitionList<ContextRuleEngine>;
  readonly memories: DefinitionList<PersistentMemory>;
  /** Content hashes of the collection's documents, by path. */
  readonly documents: ReadonlyMap<string, string>;
}

/** What an import would do, and everything that is to be written for it. */
export interface ImportPlan {
  readonly items: ImportItem[];
  readonly engines: readonly DefinitionChange<ContextRuleEngine>[];
  readonly memories: readonly DefinitionChange<PersistentMemory>[];
  readonly documents: readonly ImportFile[];
  /** Memory types that go. */
  readonly removals: readonly { readonly id: string; readonly expected: string | undefined }[];
}

interface PlanOptions extends Pick<Plans, 'prune' | 'idsBySource'> {
  readonly onConflict: OnConflict;
}

/** Decides for each candidate in turn; what an earlier one took is taken for the later ones. */
export function planImport(
  candidates: readonly ImportCandidate[],
  state: ImportGround,
  { onConflict, prune, idsBySource }: PlanOptions,
): ImportPlan {
  const plans: Plans = {
    engines: createDefinitionPlan('engine', state.engines, onConflict),
    memories: createDefinitionPlan('memory type', state.memories, onConflict),
    documents: [],
    prune,
    idsBySource,
  };
  const items = candidates.map(({ content, ...item }): ImportItem => {
    const { change, makes, notes = [] } = place({ ...item, content }, plans, state);
    return { ...item, change, makes, notes: [...item.notes, ...notes] };
  });
  return {
    items,
    engines: plans.engines.changes(),
    memories: plans.memories.changes(),
    documents: plans.documents,
    removals: plans.memories.removals(),
  };
}

function place({ content, file }: ImportCandidate, plans: Plans, { documents }: ImportGround): Outcome {
  switch (content.kind) {
    case 'engine': {
      const known = sameAsKnown('engine', completeEngine(content.draft, []), plans.engines);
      if (known !== undefined) return known;
      const engine = completeEngine(content.draft, plans.engines.takenIds());
      return placeDefinition('engine', engine, plans.engines, checkEngine(engine));
    }
    case 'memory': {
      const known = sameAsKnown('memory', completeMemory(content.draft, []), plans.memories);
      if (known !== undefined) return known;
      const memory = completeMemory(content.draft, plans.memories.takenIds());
      // What could not run, or would run code, is refused as it is when saving.
      const problems = checkMemory(memory);
      if (problems.length > 0)
        return { change: 'refused', makes: [], notes: problems.map(({ message }) => message) };
      return placeDefinition('memory', memory, plans.memories, []);
    }
    case 'rule':
      return placeRule(content, plans);
    case 'gone':
      return placeGone(content.id, file, plans);
    case 'document': {
      const { path, text } = content.document;
      const makes = [{ kind: 'document' as const, id: path }];
      const known = documents.get(path);
      if (known === sha256(text)) return { change: 'unchanged', makes };
      plans.documents.push(content.document);
      return { change: known === undefined ? 'created' : 'replaced', makes };
    }
    default:
      return unreachable(content);
  }
}

/** What is there as it comes is neither in conflict nor written again, also where its id was minted. */
function sameAsKnown<Value extends { readonly id: string }>(
  kind: 'engine' | 'memory',
  value: Value,
  plan: DefinitionPlan<Value>,
): Outcome | undefined {
  if (!isDeepStrictEqual(plan.get(value.id), value)) return undefined;
  return { change: 'unchanged', makes: [{ kind, id: value.id }] };
}

function placeDefinition<Value extends { readonly id: string }>(
  kind: 'engine' | 'memory',
  value: Value,
  plan: DefinitionPlan<Value>,
  problems: readonly { readonly message: string }[],
): Outcome {
  const decision = plan.decide(value.id);
  if (decision.change === 'refused') return { change: 'refused', makes: [], notes: [decision.reason] };
  if (decision.change === 'kept') {
    const rest = decision.isRepeated ? '' : `, which is not the same; ${takesThis}`;
    return { change: 'kept', makes: [], notes: [`${decision.reason}${rest}`] };
  }
  plan.put({ ...value, id: decision.id }, decision.expected);
  const toLookAt = problems.map(({ message }) => `to look at: ${message}`);
  const notes = [...(decision.note === undefined ? [] : [decision.note]), ...toLookAt];
  return { change: decision.change, makes: [{ kind, id: decision.id }], notes };
}
