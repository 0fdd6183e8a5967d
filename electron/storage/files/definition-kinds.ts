import type { z } from 'zod';
import { type Layout, layoutSchema } from '../../../shared/model/layout.ts';
import { memorySchema, type PersistentMemory } from '../../../shared/model/memory.ts';
import { type ContextRuleEngine, engineSchema } from '../../../shared/model/rule.ts';
import { type Sample, sampleSchema } from '../../../shared/model/sample.ts';
import type { KeyOrder } from './canonical-json.ts';

/** What a project keeps as one JSON file each. */
export interface DefinitionKind<Value> {
  /** As in "there is no engine ...". */
  readonly noun: string;
  /** Folder in the project, with forward slashes. */
  readonly folder: string;
  readonly schema: z.ZodType<Value>;
  readonly order: KeyOrder;
}

const ruleOrder: KeyOrder = {
  keys: ['id', 'name', 'description', 'priority', 'enabled', 'tags', 'when', 'then'],
  // R5: absent means true, and the key is left out then.
  impliedValues: { enabled: true },
  inside: { when: { keys: ['field', 'operator', 'value'] }, then: { keys: ['add_memories'] } },
};

/** Files with a dot in front are other programs' (and our temporary ones). */
export const isDefinitionFile = (name: string): boolean => /^[^.].*\.json$/.test(name);

export const engineKind: DefinitionKind<ContextRuleEngine> = {
  noun: 'engine',
  folder: '.codebolt/context-rule-engines',
  schema: engineSchema,
  order: { keys: ['id', 'name', 'description', 'enabled', 'rules'], inside: { rules: ruleOrder } },
};

export const memoryKind: DefinitionKind<PersistentMemory> = {
  noun: 'memory type',
  folder: '.codebolt/PersistentMemory',
  schema: memorySchema,
  order: {
    keys: [
      'id',
      'label',
      'description',
      'version',
      'status',
      'inputs_scope',
      'additional_variables',
      'retrieval',
      'contribution',
      'tags',
    ],
    inside: {
      additional_variables: { keys: ['name', 'type', 'required', 'default'] },
      retrieval: { keys: ['pipeline'], inside: { pipeline: { keys: ['type', 'alias', 'params'] } } },
      contribution: { keys: ['section', 'priority', 'format', 'max_items', 'required'] },
    },
  },
};

export const sampleKind: DefinitionKind<Sample> = {
  noun: 'sample',
  folder: '.codebolt/weft/samples',
  schema: sampleSchema,
  order: { keys: ['id', 'name', 'description', 'request'] },
};

export const layoutKind: DefinitionKind<Layout> = {
  noun: 'layout',
  folder: '.codebolt/weft/layout',
  schema: layoutSchema,
  order: { keys: ['id', 'pins', 'alternatives'] },
};
