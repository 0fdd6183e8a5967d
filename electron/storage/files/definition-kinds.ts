import type { z } from 'zod';
import type { KeyOrder } from '../../../shared/model/canonical-json.ts';
import { type ContextContract, contextContractSchema } from '../../../shared/model/context-contract.ts';
import { type ContextTest, contextTestSchema } from '../../../shared/model/context-test.ts';
import { definitionFolders } from '../../../shared/model/definition-folders.ts';
import {
  contractOrder,
  engineOrder,
  memoryOrder,
  sampleOrder,
  testOrder,
} from '../../../shared/model/key-orders.ts';
import { type Layout, layoutSchema } from '../../../shared/model/layout.ts';
import { memorySchema, type PersistentMemory } from '../../../shared/model/memory.ts';
import { type ContextRuleEngine, engineSchema } from '../../../shared/model/rule.ts';
import { type Sample, sampleSchema } from '../../../shared/model/sample.ts';

/** What a project keeps as one JSON file each. */
export interface DefinitionKind<Value> {
  /** As in "there is no engine ...". */
  readonly noun: string;
  /** Folder in the project, with forward slashes. */
  readonly folder: string;
  readonly schema: z.ZodType<Value>;
  readonly order: KeyOrder;
}

/** Files with a dot in front are other programs' (and our temporary ones). */
export const isDefinitionFile = (name: string): boolean => /^[^.].*\.json$/s.test(name);

export const engineKind: DefinitionKind<ContextRuleEngine> = {
  noun: 'engine',
  folder: definitionFolders.engines,
  schema: engineSchema,
  order: engineOrder,
};

export const memoryKind: DefinitionKind<PersistentMemory> = {
  noun: 'memory type',
  folder: definitionFolders.memories,
  schema: memorySchema,
  order: memoryOrder,
};

export const sampleKind: DefinitionKind<Sample> = {
  noun: 'sample',
  folder: definitionFolders.samples,
  schema: sampleSchema,
  order: sampleOrder,
};

export const contractKind: DefinitionKind<ContextContract> = {
  noun: 'contract',
  folder: definitionFolders.contracts,
  schema: contextContractSchema,
  order: contractOrder,
};

export const testKind: DefinitionKind<ContextTest> = {
  noun: 'test',
  folder: definitionFolders.tests,
  schema: contextTestSchema,
  order: testOrder,
};

export const layoutKind: DefinitionKind<Layout> = {
  noun: 'layout',
  folder: definitionFolders.layouts,
  schema: layoutSchema,
  order: { keys: ['id', 'pins', 'alternatives'] },
};
