import type { ContextContract } from '../model/context-contract.ts';
import type { ContextTest } from '../model/context-test.ts';
import type { Layout } from '../model/layout.ts';
import type { PersistentMemory } from '../model/memory.ts';
import type { ContextRuleEngine } from '../model/rule.ts';
import type { Sample } from '../model/sample.ts';

/** All in which a memory, or a rule that adds it, has its name. */
export interface MendGround {
  readonly memories: readonly PersistentMemory[];
  readonly engines: readonly ContextRuleEngine[];
  readonly samples: readonly Sample[];
  readonly tests: readonly ContextTest[];
  readonly contracts: readonly ContextContract[];
  readonly layouts: readonly Layout[];
}

/** What mends change, by id; a memory that is undefined goes. */
export interface Mended {
  readonly memories: Readonly<Record<string, PersistentMemory | undefined>>;
  readonly engines: Readonly<Record<string, ContextRuleEngine>>;
  readonly samples: Readonly<Record<string, Sample>>;
  readonly tests: Readonly<Record<string, ContextTest>>;
  readonly contracts: Readonly<Record<string, ContextContract>>;
  readonly layouts: Readonly<Record<string, Layout>>;
}
