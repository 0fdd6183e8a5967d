import type { PersistentMemory, Step } from '../../shared/model/memory.ts';
import type { ContextRequest } from '../../shared/model/request.ts';
import type { ContextRuleEngine } from '../../shared/model/rule.ts';

type MemoryDetails = Partial<Omit<PersistentMemory, 'retrieval' | 'contribution'>> & {
  readonly pipeline?: Step[];
  readonly contribution?: Partial<PersistentMemory['contribution']>;
};

/** A valid memory; say only what the test is about. */
export function memoryOf(
  id: string,
  { pipeline = [], contribution, ...more }: MemoryDetails = {},
): PersistentMemory {
  return {
    id,
    label: id,
    version: '1.0.0',
    status: 'active',
    inputs_scope: [],
    additional_variables: [],
    retrieval: { pipeline },
    contribution: { section: 'knowledge', priority: 'medium', format: 'bullet_list', ...contribution },
    ...more,
  };
}

export function staticStep(...items: unknown[]): Step {
  return { type: 'static', params: { items } };
}

export function requestOf(more: Partial<ContextRequest> = {}): ContextRequest {
  return { scope_variables: {}, ...more };
}

/** An enabled engine with one rule that always fires. */
export function engineAdding(id: string, ...memories: string[]): ContextRuleEngine {
  return {
    id,
    name: id,
    description: '',
    enabled: true,
    rules: [{ id: `${id}-rule`, name: 'Always', when: [], then: { add_memories: memories } }],
  };
}
